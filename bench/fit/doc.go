// Package fit finds limits that engines keep and that fill a time. Sample searches a few
// positions of a suite, and DepthLimit chooses the deepest limit by depth for which there is time.
package fit
