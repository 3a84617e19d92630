// Package start tries an engine for the configuration that init writes: which limits it keeps, how deep
// there is time to search, and what each suite can tell of it.
package start
