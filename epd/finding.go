package epd

import "fmt"

// String is the finding behind a file name and a colon: "line:col: severity:
// text [kind]".
func (f Finding) String() string {
	return fmt.Sprintf("%d:%d: %s: %s [%s]", f.Line, f.Col, f.Kind.Severity(), f.Text, f.Kind)
}

// describe is the tolerance as one line in words.
func (t Tolerance) describe() string {
	switch t.Kind {
	case MissingSemicolon:
		return "last operation has no semicolon"
	case EmptyOperation:
		return "semicolon ends no operation"
	case ClockFields:
		return "position has its clocks as fields (canonical: hmvc and fmvn, when not 0 and 1)"
	case FieldSpelling:
		return "position is not in its shortest form " + t.Text
	case Comma:
		return "moves of " + t.Text + " have commas between them"
	case Unquoted:
		return "text of " + t.Text + " has no quotes"
	case InnerQuotes:
		return "text of " + t.Text + " has quotes inside and is kept as it is"
	case MateMove:
		return "mate stands in bm (canonical: dm)"
	case RepeatedMove:
		return "move " + t.Text + " stands twice in one list"
	case MoveSpelling:
		return "move is not in canonical SAN: " + t.Text
	}
	return t.Text
}
