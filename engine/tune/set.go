package tune

import (
	"fmt"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/eval"
)

// count is the number of times that a term occurs in a position, White's minus Black's.
type count struct {
	term  uint16
	times int16
}

// danger is a position's count of a term of danger, by the king's color.
type danger struct {
	term  uint8
	times [2]int8
}

// row holds a position for the fit.
type row struct {
	terms  uint32 // end of its counts in Set.counts; they begin at the end of the previous row's
	danger uint32 // the same for dangers
	phase  float32
	scale  [2]float32 // factor of the endgame half, by the side that it favors
	drawn  [2]float32 // the same for the middlegame half
	bonus  float32
	score  float32 // of the search, from White's side
	result float32 // from 0 to 1
}

// Set holds positions as traces of their evaluations. It is not safe for concurrent
// use.
type Set struct {
	counts    []count
	dangers   []danger
	rows      []row
	evaluator *eval.Evaluator
	shipped   eval.Weights
	trace     eval.Trace
}

// NewSet returns an empty set, or an error in a build that cannot trace evaluations.
func NewSet() (*Set, error) {
	if !eval.Tracing {
		return nil, fmt.Errorf("evaluation cannot be traced (expected a build with -tags tune)")
	}
	return &Set{evaluator: eval.New(), shipped: eval.Shipped()}, nil
}

// Len returns the number of positions.
func (s *Set) Len() int { return len(s.rows) }

// Add adds the trace of a sample. It returns an error if the trace does not sum to
// the evaluation: the fit would then tune another evaluation than the engine's.
func (s *Set) Add(sample *Sample) error {
	p := &sample.Position
	value := s.evaluator.Trace(p, &s.trace)
	if again := s.trace.Value(&s.shipped); again != value {
		return fmt.Errorf("trace gives %d for %s (expected the evaluation, %d)", again, p.FEN(), value)
	}
	s.addTrace(sample)
	return nil
}

// addTrace stores the trace of a sample.
func (s *Set) addTrace(sample *Sample) {
	t := &s.trace
	for i, n := range t.Terms {
		if n != 0 {
			s.counts = append(s.counts, count{uint16(i), n})
		}
	}
	for i := range t.Danger[0] {
		if white, black := t.Danger[chess.White][i], t.Danger[chess.Black][i]; white != 0 || black != 0 {
			s.dangers = append(s.dangers, danger{uint8(i), [2]int8{int8(white), int8(black)}})
		}
	}
	var drawn [2]float32
	for c, scale := range t.Scale {
		if drawn[c] = 1; eval.IsDrawn(t.Phase, scale) {
			drawn[c] = float32(scale) / eval.FullScale
		}
	}
	s.rows = append(s.rows, row{
		drawn: drawn,
		terms: uint32(len(s.counts)), danger: uint32(len(s.dangers)),
		phase: float32(t.Phase) / eval.FullPhase,
		scale: [2]float32{float32(t.Scale[0]) / eval.FullScale, float32(t.Scale[1]) / eval.FullScale},
		bonus: float32(t.Bonus), score: float32(sample.Score), result: float32(sample.Result) / 2,
	})
}

// rowCounts returns the counts of a row.
func (s *Set) rowCounts(i int) ([]count, []danger) {
	var terms, dangers uint32
	if i > 0 {
		terms, dangers = s.rows[i-1].terms, s.rows[i-1].danger
	}
	return s.counts[terms:s.rows[i].terms], s.dangers[dangers:s.rows[i].danger]
}
