package chess

import (
	"bufio"
	"fmt"
	"os"
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

// perftFacts reads testdata/perft.epd: lines of four fields, an id and
// operations D1 … D9, and comments that begin with "#".
func perftFacts(t testing.TB) []perftFact {
	t.Helper()
	file := must.Get(os.Open("testdata/perft.epd"))(t)
	defer file.Close()
	var facts []perftFact
	for lines, n := bufio.NewScanner(file), 1; lines.Scan(); n++ {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		fact, err := parsePerftFact(line)
		if err != nil {
			t.Fatalf("%s:%d: %v", file.Name(), n, err)
		}
		facts = append(facts, fact)
	}
	if len(facts) < 50 {
		t.Fatalf("%s has %d positions, want 50 or more", file.Name(), len(facts))
	}
	return facts
}

func parsePerftFact(line string) (perftFact, error) {
	fact := perftFact{leaves: make(map[int]uint64)}
	fen, operations, found := strings.Cut(line, ` id "`)
	if !found {
		return fact, fmt.Errorf("line without an id")
	}
	fact.fen = fen
	fact.id, operations, _ = strings.Cut(operations, `";`)
	for operation := range strings.SplitSeq(strings.TrimSuffix(operations, ";"), ";") {
		var depth int
		var leaves uint64
		if _, err := fmt.Sscanf(operation, " D%d %d", &depth, &leaves); err != nil {
			return fact, fmt.Errorf("operation %q: %w", operation, err)
		}
		fact.leaves[depth] = leaves
	}
	return fact, nil
}

// perftCeiling returns the largest count that is checked: every depth below it is.
func perftCeiling() uint64 {
	if must.Slow() {
		return 200_000_000
	}
	return 3_000_000
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
