package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// one returns the weight of a term that c shows once. Every weight of an evaluation comes through one, many, units or
// piece. A build with the tag "tune" records them there; in a normal build they are plain reads.
func (t tracer) one(c chess.Color, term int) pair {
	t.add(c, term, 1)
	return weights[term]
}

// many returns the weight of a term that c shows n times.
func (t tracer) many(c chess.Color, term, n int) pair {
	t.add(c, term, n)
	return weights[term] * pair(n)
}

// units returns the danger to c's king from a term that is there n times.
func (t tracer) units(c chess.Color, term, n int) int32 {
	t.addDanger(c, term, n)
	return dangerWeights[term] * int32(n)
}

// Trace records the terms of an evaluation, so that its value under other weights can be computed.
type Trace struct {
	Terms  [TermCount]int16      // how often White shows a term, less how often Black does
	Danger [2][DangerCount]int16 // how often a term of danger is there, by the king's color
	Phase  int32                 // of FullPhase: how much the middlegame counts
	Scale  [2]int32              // of FullScale: factor on an endgame that White or Black is winning
	Bonus  int32                 // centipawns from White that no weight changes
	Black  bool                  // Black is to move
}

// Weights is everything that tuning can change, in centipawns or units of
// danger.
type Weights struct {
	Middle, End [TermCount]int32
	Danger      [DangerCount]int32
}

// Shipped returns the weights that Evaluate uses.
func Shipped() (w Weights) {
	for i, p := range weights {
		w.Middle[i], w.End[i] = p.middle(), p.end()
	}
	w.Danger = dangerWeights
	return w
}

// Value returns what Evaluate gives for a traced position when the weights are w.
func (t *Trace) Value(w *Weights) int32 {
	var middle, end int32
	for i, n := range t.Terms {
		middle += int32(n) * w.Middle[i]
		end += int32(n) * w.End[i]
	}
	for c, terms := range t.Danger {
		var units int32
		for i, n := range terms {
			units += int32(n) * w.Danger[i]
		}
		m, e := dangerPenalty(units)
		sign := int32(1 - 2*c)
		middle -= sign * m
		end -= sign * e
	}
	return finish(middle, end, t.Phase, t.Scale[sideOf(end)], t.Bonus, t.Black)
}

// IsDrawn reports whether so few pieces are left, and so little of their value can
// be hoped for, that the middlegame's half is scaled too.
func IsDrawn(phase, scale int32) bool { return scale < FullScale/4 && phase <= FullPhase/3 }

// sideOf returns 0 when a value is not worse for White, else 1.
func sideOf(value int32) int { return int(uint32(value) >> 31) }

// finish blends the halves of a score from White and turns them to the side to
// move.
func finish(middle, end, phase, scale, bonus int32, black bool) int32 {
	end = end * scale / FullScale
	if IsDrawn(phase, scale) {
		middle = middle * scale / FullScale
	}
	value := (middle*phase+end*(FullPhase-phase))/FullPhase + bonus
	if black {
		value = -value
	}
	return max(-Limit, min(Limit, value))
}
