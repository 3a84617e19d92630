// Package sensitivity measures whether the gates would catch damage to an engine. It
// judges mutants of the engine as ab judges a change. Some mutants do damage and some do
// not. It reports what each axis found and its cost.
package sensitivity
