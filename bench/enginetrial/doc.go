// Package enginetrial tries an engine for the configuration that init writes: the limits that it keeps, the
// depths that there is time for, and the effects that each suite can find.
package enginetrial
