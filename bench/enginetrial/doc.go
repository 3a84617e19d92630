// Package enginetrial tries an engine for the configuration that init writes. It finds the limits that the engine
// keeps, the depths that there is time for, and the effects that each suite can find.
package enginetrial
