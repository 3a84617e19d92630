package network

import "github.com/zugwatch/zugwatch/engine/chess"

// Inputs is the number of inputs of one view: a piece of one of six kinds, own or of
// the other side, on one of 64 squares.
const Inputs = 2 * 6 * 64

// View is the board as one side sees it: own pieces first, own first rank at the bottom, own king on the files a to
// d.
type View struct {
	side   chess.Color
	square chess.Square // what turns a square of the board into one of the view
}

// ViewOf returns the view of a side whose king stands on a square.
func ViewOf(side chess.Color, king chess.Square) View {
	v := View{side: side & 1, square: chess.Square(side&1) * 56}
	if king.File() > 3 {
		v.square ^= 7
	}
	return v
}

// Input returns the number of a piece in the view, below Inputs.
func (v View) Input(c chess.Color, k chess.Kind, s chess.Square) int {
	return int((c^v.side)&1)*384 + int(k)*64 + int((s^v.square)&63)
}

// Class returns the output for so many pieces on the board, 2 to 32, of so many outputs.
func Class(pieces, outputs int) int { return (pieces - 2) * outputs / 32 }
