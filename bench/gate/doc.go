// Package gate judges an engine by the suites of a configuration: against accepted
// baselines, or one revision of its repository against another. It accepts new
// baselines and says how those that are there stand to the engine as it is.
package gate
