package report

// Options say how much to show.
type Options struct {
	// Verbose shows every position, not only those that call for a look.
	Verbose bool
	// Counters shows what the null-move family did in a run.
	Counters bool
}
