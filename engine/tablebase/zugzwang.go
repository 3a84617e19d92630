package tablebase

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// Kind is the kind of a mutual zugzwang, by the results with either side to move.
type Kind uint8

// The kinds of mutual zugzwang. There are no others: the side to move gives away half a point or a whole one.
const (
	HalfWhite Kind = iota // White to move only draws, Black to move loses
	HalfBlack             // White to move loses, Black to move draws
	Full                  // the side to move loses
)

// String describes the kind in a phrase.
func (k Kind) String() string {
	return [...]string{
		"White to move draws, Black to move loses",
		"White to move loses, Black to move draws",
		"whoever has to move loses",
	}[k]
}

// Zugzwang is a mutual zugzwang: whichever side is to move does worse than if the other one had to move. There is no
// right to capture en passant, and neither side is in check.
type Zugzwang struct {
	Kind   Kind
	ToMove [2]chess.Position // the pieces with White and with Black to move
	Values [2]Value          // of these, each for its side to move
}

// Zugzwangs lists the mutual zugzwangs of an ending in the set, in the order of the indices. White is the stronger
// side. Positions that are equal up to symmetry are listed once. For sides with the same pieces, so are positions
// that are equal up to an exchange of colors, as HalfWhite or Full.
func (s *Set) Zugzwangs(ctx context.Context, e Ending) ([]Zugzwang, error) {
	t := s.tables[e]
	if t == nil {
		return nil, fmt.Errorf("ending %s is not in the set", e)
	}
	var all []Zugzwang
	for i := range t.half {
		if i%chunk == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if z, ok := t.zugzwang(i); ok {
			all = append(all, z)
		}
	}
	return all, nil
}

// zugzwang returns the mutual zugzwang of an index with White to move.
func (t *table) zugzwang(index int) (Zugzwang, bool) {
	codes := [2]code{t.codes[index], t.codes[index+t.half]}
	if codes[chess.White] == unused || codes[chess.Black] == unused {
		return Zugzwang{}, false
	}
	z := Zugzwang{Values: [2]Value{valueOf(codes[chess.White]), valueOf(codes[chess.Black])}}
	white, black := z.Values[chess.White].Outcome, z.Values[chess.Black].Outcome
	switch {
	case white >= -black:
		return Zugzwang{}, false
	case white == Draw:
		z.Kind = HalfWhite
	case black == Draw:
		z.Kind = HalfBlack
	default:
		z.Kind = Full
	}
	_, at := t.position(index)
	if t.ending.IsEven() && t.isSecond(z.Kind, index, at) {
		return Zugzwang{}, false
	}
	for side := range z.ToMove {
		z.ToMove[side] = t.chessPosition(chess.Color(side), &at, false)
	}
	return z, true
}

// isSecond reports whether another zugzwang stands for the one at an index once
// the colors are exchanged.
func (t *table) isSecond(k Kind, index int, at squares) bool {
	at = t.exchanged(at)
	other, _ := t.index(chess.White, &at)
	return k == HalfBlack || k == Full && other < index
}
