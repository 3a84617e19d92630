// Package file reads and writes what is measured: JSON in one spelling with a
// digest, written so that a file is the old one or the whole new one, under a lock
// and with a journal while something long goes on.
//
// A file that people compare is one JSON object with one line for each field of
// its head, one line for each element of its lists, and the digest of all the bytes
// above it: see Layout and DecodeSealed. Smaller ones have no digest: see Line and
// Lines. Each value has one spelling, and no other is read.
//
// Everything that a command writes for its user, in any form, goes through Output and Stream.
package file
