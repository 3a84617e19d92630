// Package suites holds the test suites that come with Zugwatch and loads those
// of others.
//
// A suite is an EPD file whose first comment lines say what it is:
//
//	# title: Win at Chess
//	# kind: tactics
//	# source: where positions and solutions come from
//	#   a line that is indented goes on with the one before
//	# license: under which terms
//	# checked: how the records were checked
//
// The files themselves are the only place where this is written down.
package suites
