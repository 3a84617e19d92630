// Package fit finds how an engine has to be searched. SampleSuite searches a few positions of a suite. DepthLimit returns the deepest
// limit by depth for which there is time. FindRestart tells whether state outlives ucinewgame.
package fit
