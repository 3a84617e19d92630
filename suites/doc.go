// Package suites holds the test suites that come with Zugwatch and loads other ones.
//
// A suite is an EPD file that describes itself in its first comment lines:
//
//	# title: Win at Chess
//	# kind: tactics
//	# source: where positions and solutions come from
//	#   an indented line continues the line before it
//	# license: under which terms
//	# checked: how the records were checked
//
// This information is kept in the files alone.
package suites
