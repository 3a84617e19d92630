//go:build !linux

package main

// daemon is the action DAEMON of the fake engine, which Linux alone has.
func daemon(string, string) { panic("daemons are started on Linux alone") }
