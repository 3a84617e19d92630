package network

import "github.com/zugwatch/zugwatch/engine/chess"

// Inputs is the number of inputs of one view for each king bucket. An input is a piece of one of six kinds and two sides
// on one of 64 squares.
const Inputs = 2 * 6 * 64

// MaxBuckets is the number of king buckets. A network has as many, or one.
const MaxBuckets = 8

// kingBuckets holds the bucket of a king on the files a to d of its view, from the first rank up.
var kingBuckets = [8][4]uint16{
	{0, 0, 1, 2},
	{3, 3, 4, 4},
	{5, 5, 5, 5},
	{6, 6, 6, 6},
	{6, 6, 6, 6},
	{7, 7, 7, 7},
	{7, 7, 7, 7},
	{7, 7, 7, 7},
}

// View is the board as one side sees it. Its own pieces come first, its own first rank is at the bottom, and its own
// king is on the files a to d.
type View struct {
	side   chess.Color
	square chess.Square // what turns a square of the board into one of the view
	bucket uint16       // bucket of the own king
}

// ViewOf returns the view of a side whose king stands on a square, for a network of so many buckets.
func ViewOf(side chess.Color, king chess.Square, buckets int) View {
	v := View{side: side & 1, square: chess.Square(side&1) * 56}
	if king.File() > 3 {
		v.square ^= 7
	}
	if buckets > 1 {
		seen := (king ^ v.square) & 63
		v.bucket = kingBuckets[seen>>3][seen&3]
	}
	return v
}

// Input returns the number of a piece in the view, below Inputs times the number of buckets.
func (v View) Input(c chess.Color, k chess.Kind, s chess.Square) int {
	return int(v.bucket)*Inputs + int((c^v.side)&1)*384 + int(k)*64 + int((s^v.square)&63)
}

// Class returns the output for so many pieces on the board, 2 to 32, of so many outputs.
func Class(pieces, outputs int) int { return (pieces - 2) * outputs / 32 }
