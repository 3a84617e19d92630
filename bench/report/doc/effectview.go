package doc

import (
	"fmt"
	"math"
)

// effectView is an effect with its places on the common axis.
type effectView struct {
	Effect
	Tone                 string
	From, To, Mid, Limit float64
}

func (e Effects) view() map[string]any {
	values := []float64{0}
	for _, effect := range e {
		values = append(values, effect.Low, effect.Mean, effect.High, effect.Allowed)
	}
	s := newScale(false, values...)
	room := (s.high - s.low) / 20
	s.low, s.high = s.low-room, s.high+room
	var rows []effectView
	for _, effect := range e {
		rows = append(rows, effectView{effect, toneClass(string(effect.Word)), s.at(effect.Low), s.at(effect.High), s.at(effect.Mean), s.at(effect.Allowed)})
	}
	return map[string]any{"Rows": rows, "Zero": s.at(0), "Ticks": s.ticks()}
}

// Interval writes the figures of an effect.
func (e Effect) Interval() Text {
	if e.Low == e.High {
		return Text(fmt.Sprintf("%+.1f%%", e.Mean))
	}
	return Text(fmt.Sprintf("%+.1f%% (%+.1f to %+.1f)", e.Mean, e.Low, e.High))
}

// Asked reports whether anything is asked of an effect.
func (e Effect) Asked() bool { return !math.IsNaN(e.Allowed) }
