package tune

import (
	"math"

	"github.com/zugwatch/zugwatch/engine/eval"
)

// params holds the weights as a vector: middlegame, endgame, danger.
type params [2*eval.TermCount + eval.DangerCount]float64

const (
	endAt    = eval.TermCount
	dangerAt = 2 * eval.TermCount
)

func paramsOf(w *eval.Weights) *params {
	p := new(params)
	for i := range w.Middle {
		p[i], p[endAt+i] = float64(w.Middle[i]), float64(w.End[i])
	}
	for i, v := range w.Danger {
		p[dangerAt+i] = float64(v)
	}
	return p
}

// weights rounds p to integers.
func (p *params) weights() (w eval.Weights) {
	for i := range w.Middle {
		w.Middle[i], w.End[i] = int32(math.Round(p[i])), int32(math.Round(p[endAt+i]))
	}
	for i := range w.Danger {
		w.Danger[i] = int32(math.Round(p[dangerAt+i]))
	}
	return w
}

// forward holds a value and the derivatives that its gradient needs.
type forward struct {
	value       float64    // centipawns from White's side
	middle, end float64    // derivatives of the value by its middlegame and endgame halves
	slopes      [2]dangers // derivatives of each king's penalty by its units
}

// dangers holds the derivatives of a king's penalty, in the middlegame and the endgame.
type dangers struct{ middle, end float64 }

// penalty returns the smooth form of the penalty for danger in package eval, with its derivatives.
func penalty(units float64) (middle, end float64, slope dangers) {
	switch {
	case units <= 0:
		return 0, 0, dangers{}
	case units >= eval.MaxDanger:
		return eval.MaxDanger * eval.MaxDanger / eval.DangerDivisor, eval.MaxDanger / eval.DangerEnd, dangers{}
	}
	return units * units / eval.DangerDivisor, units / eval.DangerEnd,
		dangers{2 * units / eval.DangerDivisor, 1.0 / eval.DangerEnd}
}

// value returns the evaluation of row i under p.
func (s *Set) value(i int, p *params) (f forward) {
	r := &s.rows[i]
	counts, dangers := s.rowCounts(i)
	var middle, end float64
	for _, c := range counts {
		middle += float64(c.times) * p[c.term]
		end += float64(c.times) * p[endAt+int(c.term)]
	}
	var units [2]float64
	for _, d := range dangers {
		w := p[dangerAt+int(d.term)]
		units[0] += float64(d.times[0]) * w
		units[1] += float64(d.times[1]) * w
	}
	whiteMiddle, whiteEnd, white := penalty(units[0])
	blackMiddle, blackEnd, black := penalty(units[1])
	middle += blackMiddle - whiteMiddle
	end += blackEnd - whiteEnd
	better := 0
	if end < 0 {
		better = 1
	}
	f.slopes[0], f.slopes[1] = white, black
	phase := float64(r.phase)
	f.middle, f.end = phase*float64(r.drawn[better]), (1-phase)*float64(r.scale[better])
	f.value = middle*f.middle + end*f.end + float64(r.bonus)
	return f
}

// slope adds the gradient of the value of row i, times factor, to gradient.
func (s *Set) slope(i int, f *forward, factor float64, gradient *params) {
	counts, dangers := s.rowCounts(i)
	middle, end := factor*f.middle, factor*f.end
	for _, c := range counts {
		gradient[c.term] += middle * float64(c.times)
		gradient[endAt+int(c.term)] += end * float64(c.times)
	}
	white := -(middle*f.slopes[0].middle + end*f.slopes[0].end)
	black := middle*f.slopes[1].middle + end*f.slopes[1].end
	for _, d := range dangers {
		gradient[dangerAt+int(d.term)] += white*float64(d.times[0]) + black*float64(d.times[1])
	}
}

// expectedScore returns the expected points of a value in centipawns.
func expectedScore(value, steepness float64) float64 { return 1 / (1 + math.Exp(-steepness*value)) }
