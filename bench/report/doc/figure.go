package doc

// Board is a position with moves drawn on it. A format that draws nothing gives the
// name and the lines below.
type Board struct {
	Name    Text
	Squares [64]byte    // from a1 to h8, the letters of FEN; 0: empty
	Shogi   *ShogiBoard // of shogi, in place of Squares; nil: the board is one of chess
	Black   bool        // Black is to move
	Arrows  []Arrow
	Lines   []Text // below the board
	Repeat  string // the command that shows it, to be copied, from outside; empty: none
}

// Arrow is a move from square to square, or from the hand: Dropped. Squares are 0 for a1 to 63 for h8, and in shogi 0
// for 9a to 80 for 1i.
type Arrow struct {
	From, To int
	Kind     ArrowKind
}

// ArrowKind says what a move on a board is.
type ArrowKind string

// The kinds of moves.
const (
	Asked  ArrowKind = "asked"  // the move that the position asks for
	Before ArrowKind = "before" // played by the base
	Now    ArrowKind = "now"    // played by the head
)

// Boards stand beside each other, as many as have room.
type Boards []Board

// Effects are estimates with their intervals on one axis of percents, each with its allowed size. A
// format that draws nothing leaves them out: their figures stand in the verdicts.
type Effects []Effect

// Effect is a change in percent with its interval.
type Effect struct {
	Name            Text
	Low, Mean, High float64
	Allowed         float64 // the largest allowed change; NaN: no limit
	Word            Text    // verdict on it; empty: it is not judged
}

// Plot is curves over an axis; without any it is left out. A format that draws nothing leaves
// it out, too.
type Plot struct {
	Title, X, Y Text
	Log         bool    // the axis of x is logarithmic
	Steps       bool    // the value of a point holds up to the next, and to the end; before it is 0
	Most        float64 // no Y is above it; 0: not known
	Factors     bool    // each Y is the binary logarithm of a factor; factors are shown, and 1 is on the axis
	Curves      []Curve
}

// Curve is a line of a plot, its points in the order of x.
type Curve struct {
	Name   Text
	Points []Point
}

// Point is a point of a curve.
type Point struct {
	X, Y   float64
	Label  Text // shown for the point; empty: the numbers
	Marked bool // drawn as a change
	Apart  bool // not joined to the point before
}

// Heat is a table whose cells are coloured by their value, the best of it darkest. They are compared
// within their column, or within the row if it is the only one. A format that draws nothing leaves
// it out.
type Heat struct {
	Title   Text
	Columns []Text // the first is that of Rows
	Rows    []HeatRow
}

// HeatRow is a row of a Heat.
type HeatRow struct {
	Name  Text
	Cells []HeatCell
}

// HeatCell is a cell of a Heat.
type HeatCell struct {
	Text  Text
	Value float64 // more is better; NaN: no colour
}

// Flame is a flame graph: calls below their callers, each as wide as its share. A format
// that draws nothing leaves it out.
type Flame struct {
	Title  Text
	Frames []Frame
}

// Frame is a call in a flame graph.
type Frame struct {
	Name         Text
	Depth        int     // callers above it
	Start, Share float64 // of the whole, from 0 to 1
	Base         float64 // its share before; negative: there is no before
}

// Footer names the sources of a page, at its end. Formats that stand beside the command leave it
// out.
type Footer []Text

func (Footer) block()  {}
func (Boards) block()  {}
func (Effects) block() {}
func (Plot) block()    {}
func (Heat) block()    {}
func (Flame) block()   {}
