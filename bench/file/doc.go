// Package file reads and writes measurements: JSON in one spelling with a digest. A file is
// either the old one or the whole new one. A lock and a journal guard a long measurement.
//
// A file that people compare is one JSON object. It has one line for each field of its head, one for each element of
// its lists, and a digest of all bytes above. See Layout and DecodeSealed. Smaller ones have no digest: see Line and
// Lines. Each value has one spelling, and no other is read.
//
// Everything that a command writes for its user, in any form, goes through Output and Stream.
package file
