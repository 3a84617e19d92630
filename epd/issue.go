package epd

import "fmt"

// Kind classifies the findings of Lint and the tolerances of reading.
type Kind uint8

// The kinds of issues. Those from ByteOrderMark on are tolerances: the line
// has one meaning, and WriteCanonical writes it in canonical form.
const (
	Malformed         Kind = iota // the line has no meaning
	DuplicateID                   // two records have the same id
	Contradiction                 // records, or operations of one record, cannot both hold
	DuplicatePosition             // two records have the same four fields
	MissingID                     // no id: the record is named by its position
	NoPurpose                     // nothing to find, to count or to measure
	GameOver                      // no legal move, so that there is nothing to answer
	Operand                       // an operand is not what its opcode asks for
	OpcodeCase                    // an unknown opcode that is a known one in other case
	HalfPoints                    // a comment is only in part a list of points
	ByteOrderMark                 // the file starts with a byte order mark
	LineEnding                    // CR LF, or no line feed after the last line
	MissingSemicolon              // the last operation has no semicolon
	EmptyOperation                // a semicolon with no operation before it
	ClockFields                   // five or six fields as in FEN
	FieldSpelling                 // a field of the position in other than its shortest form
	Comma                         // moves with commas between them
	Unquoted                      // text without quotes
	InnerQuotes                   // a comment with quotes inside, kept as it is
	MateMove                      // bm #N for dm N
	RepeatedMove                  // a move that is listed twice
	MoveSpelling                  // a move in other than canonical SAN
	Layout                        // other blanks or another order than the canonical ones
	kinds                         // how many there are
)

// kindNames are the words for the kinds, in their order.
var kindNames = [kinds]string{
	"malformed", "duplicate-id", "contradiction", "duplicate-position", "missing-id",
	"no-purpose", "game-over", "operand", "opcode-case", "half-points", "byte-order-mark", "line-ending",
	"missing-semicolon", "empty-operation", "clock-fields", "field-spelling", "comma",
	"unquoted", "inner-quotes", "mate-move", "repeated-move", "move-spelling", "layout",
}

// String returns the kind as one word, "missing-semicolon".
func (k Kind) String() string { return kindNames[k] }

// Severity says how much an issue matters.
type Severity uint8

// The severities. WriteCanonical mends a Note. The author of the suite has to judge a Warning. An Error makes the
// suite unfit for a run.
const (
	Note Severity = iota
	Warning
	Error
)

// String returns "note", "warning" or "error".
func (s Severity) String() string { return [...]string{"note", "warning", "error"}[s] }

// Worst returns the highest severity of issues, Note where there are none.
func Worst(issues []Issue) (worst Severity) {
	for _, f := range issues {
		worst = max(worst, f.Kind.Severity())
	}
	return worst
}

// Severity returns how much issues of the kind matter.
func (k Kind) Severity() Severity {
	switch {
	case k <= Contradiction:
		return Error
	case k < ByteOrderMark, k == InnerQuotes:
		return Warning
	}
	return Note
}

// Issue is one remark of Lint.
type Issue struct {
	Line int // from 1; 0 in the Tolerances of a Record
	Col  int // byte of the line from 1
	Kind Kind
	Text string // one line in words
}

// String returns the issue behind a file name and a colon: "line:col: severity:
// text [kind]".
func (f Issue) String() string {
	return fmt.Sprintf("%d:%d: %s: %s [%s]", f.Line, f.Col, f.Kind.Severity(), f.Text, f.Kind)
}
