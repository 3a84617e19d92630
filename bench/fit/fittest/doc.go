// Package fittest has an engine and a clock for tests that try how an engine has to be searched.
package fittest
