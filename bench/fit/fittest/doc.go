// Package fittest has engines and a clock for tests that try how an engine has to be searched.
package fittest
