package chess

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
)

// perftFact is a position and how many leaves its tree has at each depth.
type perftFact struct {
	id     string
	fen    string
	leaves map[int]uint64
}

// perftCount is an operation such as D3 8902.
var perftCount = regexp.MustCompile(`D(\d+) (\d+);`)

// perftFacts reads testdata/perft.epd: lines of four fields, an id and
// operations D1 … D9, and comments that begin with "#".
func perftFacts(t testing.TB) (facts []perftFact) {
	t.Helper()
	text := string(must.Get(os.ReadFile("testdata/perft.epd"))(t))
	for line := range strings.Lines(text) {
		fen, operations, found := strings.Cut(line, ` id "`)
		if !found {
			continue
		}
		fact := perftFact{fen: fen, leaves: make(map[int]uint64)}
		fact.id, operations, _ = strings.Cut(operations, `";`)
		for _, count := range perftCount.FindAllStringSubmatch(operations, -1) {
			fact.leaves[must.Get(strconv.Atoi(count[1]))(t)] = must.Get(strconv.ParseUint(count[2], 10, 64))(t)
		}
		facts = append(facts, fact)
	}
	if len(facts) < 50 {
		t.Fatalf("%d positions, want 50 or more", len(facts))
	}
	return facts
}

// perftCeiling returns the largest count that is checked: every depth below it is.
func perftCeiling() uint64 {
	if must.Slow() {
		return 200_000_000
	}
	return 2_000_000
}

func TestPerft(t *testing.T) {
	for _, fact := range perftFacts(t) {
		t.Run(fact.id, func(t *testing.T) {
			p := mustParse(t, fact.fen)
			checked := 0
			for depth, want := range fact.leaves {
				if want > perftCeiling() {
					continue
				}
				checked++
				if got := Perft(&p, depth); got != want {
					t.Errorf("%s: depth %d has %d leaves, want %d", fact.fen, depth, got, want)
				}
			}
			if checked == 0 {
				t.Errorf("no depth of %s is below the ceiling", fact.id)
			}
		})
	}
}

// TestPerftMirrored: the rules are the same for both sides.
func TestPerftMirrored(t *testing.T) {
	seed := random.Source(2)
	for _, p := range beginnings(t, &seed) {
		q := FlipColors.Position(&p)
		for depth := 1; depth <= 3; depth++ {
			got, want := Perft(&q, depth), Perft(&p, depth)
			if got != want {
				t.Errorf("%s: depth %d has %d leaves, the mirror image %d", p.FEN(), depth, want, got)
			}
			if got > 20_000 {
				break
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	p := mustParse(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")
	takes := must.Get(p.ParseSAN("Nxg6"))(t)
	var l MoveList
	var next Position
	sink := 0
	tests := []struct {
		name string
		most float64
		run  func()
	}{
		{"Perft", 1, func() { sink += int(Perft(&p, 3)) }},
		{"Legal", 0, func() { p.Legal(&l) }},
		{"Noisy and Quiets", 0, func() { l.Clear(); p.Noisy(&l); p.Quiets(&l) }},
		{"CountLegal", 0, func() { sink += p.CountLegal() }},
		{"IsLegal", 0, func() { p.IsLegal(takes) }},
		{"Play", 0, func() { p.Play(takes, &next) }},
		{"Pass", 0, func() { p.Pass(&next) }},
		{"SEE", 0, func() { sink += p.SEE(takes) }},
		{"SEEAtLeast", 0, func() { p.SEEAtLeast(takes, 0) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(20, test.run); got > test.most {
				t.Errorf("%v allocations, want at most %v", got, test.most)
			}
		})
	}
	t.Log("counted " + strconv.Itoa(sink))
}
