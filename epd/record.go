package epd

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/zugwatch/zugwatch/engine/game"
)

// Record is one position of a suite with its question.
//
// The fields up to Perft are the meaning of the operations. Format writes ID, Position, Best, Avoid, MateIn, Result,
// Depth, Start, Moves and Perft from the fields and every other operation from Ops. Points, MaxPoints and ACD are
// read from Ops, so a change to them is made there, with Set.
type Record struct {
	ID       string        // operand of id; empty when there is none
	Position game.Position // with the clocks of a six-field FEN or of hmvc and fmvn, or the ply of an SFEN
	Best     []game.Move   // bm: a solution is any of these; none: no such demand
	Avoid    []game.Move   // am: none of these is a solution
	MateIn   int           // dm: mate in so many full moves; negative: the side to move is mated
	HasMate  bool          // whether there is a dm; MateIn is never 0 then
	Result   Result        // win, draw or mate: the result by the rules, so that any other score is wrong
	Depth    int           // sd: depth to search in plies; 0: none
	Perft    []Count       // D1, D2 …: by rising depth

	// Start and Moves are the game that led to the position (history): the first position and the moves
	// from it. Start is nil where it is not known.
	Start game.Position
	Moves []game.Move

	Points    []Graded // what each move is worth, from c9 and c8, c7 and c8, or c0
	MaxPoints int      // the largest of Points
	ACD       int      // acd: depth in plies that an analysis reached; 0: none

	Ops        []Op    // every operation, in the order of the line
	Tolerances []Issue // what reading had to forgive, in the order met; a Scanner leaves out spelling
	Line       int     // number of the line from 1; 0: not read from a file
	Text       string  // the line without its ending
}

// Result is the result of a position for the side to move under the rules, against any defence.
type Result uint8

// The results.
const (
	NoResult Result = iota // it is not known
	Win
	Draw
	Mate // a win by a mate of any length
)

var resultWords = [...]string{"", "win", "draw", "mate"}

// String returns the opcode of the result, empty for NoResult.
func (r Result) String() string { return resultWords[r] }

// Count is an exact number of leaf nodes: D1 20 in a perft suite.
type Count struct {
	Depth int // plies, from 1
	Nodes uint64
}

// Graded is a move and its worth in points.
type Graded struct {
	Move   game.Move
	Points int
}

// MaxDepth bounds the operand of sd and of a perft opcode, in plies.
const MaxDepth = 240

// MaxMate bounds the distance to mate in dm, in full moves.
const MaxMate = 500

// Key returns the name of the record among others. It is the ID or, without one, "fen:", in shogi "sfen:", and twelve
// hexadecimal digits. They depend on the position without its counters only.
func (r *Record) Key() string {
	if r.ID != "" {
		return r.ID
	}
	sum := sha256.Sum256([]byte(r.Position.EPD()))
	prefix := "fen:"
	if r.Position.Game() == game.Shogi {
		prefix = "sfen:"
	}
	return prefix + hex.EncodeToString(sum[:6])
}

// HasVerdict reports whether an answer to the record can be right or wrong. Such a record names best moves, moves to
// avoid, a mate, a result or points.
func (r *Record) HasVerdict() bool {
	return len(r.Best) > 0 || len(r.Avoid) > 0 || r.HasMate || r.Result != NoResult || len(r.Points) > 0
}

// Op returns the operation with the code, nil when there is none.
func (r *Record) Op(code string) *Op {
	for i := range r.Ops {
		if r.Ops[i].Code == code {
			return &r.Ops[i]
		}
	}
	return nil
}

// Set gives an operation that has no field of its own its operands, written as they shall stand in the line. It
// appends the operation when it is new.
func (r *Record) Set(code, operands string) {
	if op := r.Op(code); op != nil {
		op.Raw = operands
		return
	}
	r.Ops = append(r.Ops, Op{Code: code, Raw: operands})
}

// Clone returns a copy of r that shares no memory but strings with it.
func (r *Record) Clone() Record {
	c := *r
	c.Best = slices.Clone(r.Best)
	c.Avoid = slices.Clone(r.Avoid)
	c.Moves = slices.Clone(r.Moves)
	c.Points = slices.Clone(r.Points)
	c.Perft = slices.Clone(r.Perft)
	c.Ops = slices.Clone(r.Ops)
	c.Tolerances = slices.Clone(r.Tolerances)
	return c
}

// Reparse returns r as it is read from its canonical line. See Format for what has none.
func (r *Record) Reparse() (*Record, error) {
	line, err := Format(nil, r)
	if err != nil {
		return nil, err
	}
	return Parse(string(line))
}

// keptOps lists the operations that Format takes from Ops, in canonical order:
// first the comments by number, then the others as they stand.
func (r *Record) keptOps() []Op {
	var ops []Op
	for digit := byte('0'); digit <= '9'; digit++ {
		if op := r.Op("c" + string(rune(digit))); op != nil {
			ops = append(ops, *op)
		}
	}
	for _, op := range r.Ops {
		if kind := op.kind(); kind != kindTyped && kind != kindComment {
			ops = append(ops, op)
		}
	}
	return ops
}

// reset empties r for the next line and keeps the memory of its lists.
func (r *Record) reset() {
	*r = Record{
		Best:       r.Best[:0],
		Avoid:      r.Avoid[:0],
		Moves:      r.Moves[:0],
		Points:     r.Points[:0],
		Perft:      r.Perft[:0],
		Ops:        r.Ops[:0],
		Tolerances: r.Tolerances[:0],
	}
}
