// Package sensitivity asks whether the gates would catch anything on an engine: it
// judges mutants of it, some of which do damage and some none, as ab judges a change, and
// says what each axis found, at what cost.
package sensitivity
