package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
)

// roundNames are the forms of a position, in the order in which looks take them.
var roundNames = [...]string{
	"", "/flip", "/mirror", "/turn", "/2", "/flip2", "/mirror2", "/turn2", "/3", "/flip3", "/mirror3", "/turn3", "/4", "/flip4", "/mirror4", "/turn4",
	"/5", "/flip5", "/mirror5", "/turn5", "/6", "/flip6", "/mirror6", "/turn6", "/7", "/flip7", "/mirror7", "/turn7", "/8", "/flip8", "/mirror8", "/turn8",
}

// drawn returns a run in which each form is searched by chance. Its nodes scatter about those of
// its position times a factor. It is missed beyond the limit or with the probability misses. With
// the probability far it is found several times sooner or later.
func drawn(random *rand.Rand, positions, forms int, factor, misses, far float64) *bench.Run {
	run := &bench.Run{Schema: bench.Schema, Limits: "nodes=20000", Complete: true, Suite: bench.SuiteRef{Forms: forms}}
	for i := range positions {
		for form, name := range roundNames[:forms] {
			scatter := 0.3
			if far > 0 && random.Float64() < far {
				scatter = 1.2
			}
			nodes := factor * 200 * math.Exp(float64(i%7)/2+scatter*random.NormFloat64())
			if random.Float64() < misses || nodes >= 20_000 {
				nodes = 0
			}
			run.Outcomes = append(run.Outcomes, searched(fmt.Sprintf("P.%02d%s", i+1, name), form, uint64(nodes)))
		}
	}
	return run
}

// looked returns a run in its first forms.
func looked(run *bench.Run, forms int) *bench.Run {
	part := *run
	part.Outcomes = nil
	for i := range run.Outcomes {
		if i%run.Suite.Forms < forms {
			part.Outcomes = append(part.Outcomes, run.Outcomes[i])
		}
	}
	part.Suite = bench.SuiteRef{Name: "drawn", Digest: fmt.Sprint(forms), Count: len(part.Outcomes), Forms: forms}
	return &part
}

// TestLooksLevel: looks that go on while nothing is decided fail by chance no more often than a
// single look may. They pass a change that costs too much no more often either. ZUGWATCH_SLOW
// draws 10,000 times.
func TestLooksLevel(t *testing.T) {
	draws := 12 // as strict as 40: two red ones are too many, not three
	if must.Slow() {
		draws = 10_000
	}
	solution := Growth(30)
	tactics := formGate(Tactics)
	tactics.Solution = &solution
	for _, test := range []struct {
		name           string
		gate           Gate
		positions      int
		looks          []int
		factor, misses float64 // of the head
		usual, far     float64 // misses of the base, and forms that scatter far
		fails, passes  float64 // at most
	}{
		{"tactics, nothing changed", tactics, 40, []int{4, 8}, 1, 0.1, 0.1, 0, FalseAlarms, 1},
		{"tactics, as much slower as is allowed", tactics, 40, []int{4, 8}, 1.03, 0, 0, 0, FalseAlarms, 0.55},
		{"tactics, twice as much slower", tactics, 40, []int{4, 8}, 1.0609, 0, 0, 0, 1, FalsePasses},
		{"tactics that scatter far, nothing changed", tactics, 60, []int{4, 8, 16, 32}, 1, 0.2, 0.2, 0.5, FalseAlarms, 1},
		{"tactics that scatter far, as much slower as is allowed", tactics, 60, []int{4, 8, 16, 32}, 1.03, 0, 0, 0.5, FalseAlarms, 0.55},
		{"tactics that scatter far, twice as much slower", tactics, 60, []int{4, 8, 16, 32}, 1.0609, 0, 0, 0.5, 1, FalsePasses},
		{"zugzwang, nothing changed", formGate(Zugzwang), 26, []int{4, 8, 16, 32}, 1, 0.3, 0.3, 0, FalseAlarms, 1},
		{"zugzwang, as much lost as is allowed", formGate(Zugzwang), 26, []int{4, 8, 16, 32}, 1, 0.35, 0.3, 0, 1, FalsePasses},
		{"mates, as many lost as are allowed", formGate(Mating), 80, []int{4, 8, 16}, 1, 0.32, 0.3, 0, FalseAlarms, 0.55},
		{"mates, twice as many lost", formGate(Mating), 80, []int{4, 8, 16}, 1, 0.34, 0.3, 0, 1, FalsePasses},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			failed, passed := 0, 0
			for seed := range uint64(draws) {
				random := rand.New(rand.NewPCG(seed, 7))
				all := test.looks[len(test.looks)-1]
				base, head := drawn(random, test.positions, all, 1, test.usual, test.far), drawn(random, test.positions, all, test.factor, test.misses, test.far)
				verdict := Undecided
				for at, forms := range test.looks {
					c := must.Get(Compare(looked(base, forms), looked(head, forms), test.gate, Evidence{Looks: len(test.looks), More: at < len(test.looks)-1}))(t)
					if verdict = c.Verdict; verdict != Undecided {
						break
					}
				}
				failed += boolToInt(verdict == Fail)
				passed += boolToInt(verdict == Pass)
			}
			t.Logf("%s: %.2f %% fail, %.2f %% pass", test.name, 100*float64(failed)/float64(draws), 100*float64(passed)/float64(draws))
			// Three standard errors of chance above what is stated.
			most := func(rate float64) float64 { return float64(draws)*rate + 3*math.Sqrt(float64(draws)*rate*(1-rate)) }
			if float64(failed) > most(test.fails) || float64(passed) > most(test.passes) {
				t.Errorf("%s: %d fail and %d pass of %d, more than %.0f and %.0f", test.name, failed, passed, draws, most(test.fails), most(test.passes))
			}
		})
	}
}
