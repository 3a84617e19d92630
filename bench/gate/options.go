package gate

import (
	"errors"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
)

// Options say what is judged and how.
type Options struct {
	Suites       []config.Suite // those that were chosen
	Games        []config.Games // those of kind games that were chosen
	All          bool           // none was named: higher tiers are listed as skipped
	Engine       string         // the engine of all of them; empty: those of the configuration
	Save         string         // folder for the runs; empty: they are not kept
	SearchAgain  int            // how often positions lost under a clock are searched again
	EqualOptions []string       // options of an engine that are no change of its pruning
	Today        string         // the date, YYYY-MM-DD
	Budget       time.Duration  // what does not fit is left out; 0: there is none
	Answers      bool           // keep the answer of each iteration in the runs

	Explain time.Duration // time to explain the first lost position of each suite that fails; 0: none is explained

	Race         time.Duration // budget of the race on each suite whose gate has a speed; 0: none is run
	Seed         uint64        // orders the searches of races
	RaceProgress func(share float64)
}

// MaxSearchAgain limits Options.SearchAgain.
const MaxSearchAgain = 100

// MinBudget is the shortest budget.
const MinBudget = time.Second

// errBudget is the cause of a context whose budget is used up.
var errBudget = errors.New("budget is used up")
