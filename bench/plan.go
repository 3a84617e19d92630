package bench

import "github.com/zugwatch/zugwatch/suites"

// Plan returns the run of a suite under limits before anything is searched: by no engine, with every
// position unfinished. What a stored run has to have in common with later ones can be held against it.
func Plan(suite *suites.Suite, limits *Limits) *Run {
	run := &Run{Schema: Schema, Suite: suiteRef(suite), Limits: limits.String(), Outcomes: make([]Outcome, len(suite.Records))}
	for i := range suite.Records {
		record := &suite.Records[i]
		run.Outcomes[i] = unfinished(recordID(record), questionOf(record, limits))
	}
	return run
}
