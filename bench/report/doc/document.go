package doc

// Document is a report as a list of blocks. It may hold other documents: their blocks count as its own.
type Document []Block

// Block is one of the types of this file or a Table.
type Block interface{ block() }

// Blocks returns the blocks of a document and, in their places, those of the documents in it.
func (d Document) Blocks() (all []Block) {
	for _, b := range d {
		if inner, ok := b.(Document); ok {
			all = append(all, inner.Blocks()...)
		} else {
			all = append(all, b)
		}
	}
	return all
}

// Title names a document where it stands by itself: on a page, not in a terminal
// below the command.
type Title Text

// Problem says why a report is not whole. A page begins with it; in a terminal the command prints its
// text.
type Problem struct {
	Text    Text
	Details Document
}

// Heading begins a section.
type Heading Text

// Paragraph is lines that follow each other.
type Paragraph []Text

// Lines are lines that each stand by themselves.
type Lines []Text

// Code is lines from outside that are to be copied.
type Code []string

// Verdict is one line with a verdict, and a line for each note on it. On a page verdicts come before
// the sections, as many as have room.
type Verdict struct {
	Axis, Word Text // the axis, and the verdict on it
	Subject    Text // on what
	Text       Text // why
	Notes      []Text
}

// Fold holds sections that a page hides until a reader asks for them. Plain text shows them.
type Fold struct {
	Name  Text
	Parts []Sections
}

// Sections are documents, without sections of their own, at the end of a page, as many as have room.
// Those left out are counted with the noun; without a noun it is all of them or none.
type Sections struct {
	Noun Text
	All  []Document
}

func (Document) block()  {}
func (Title) block()     {}
func (Problem) block()   {}
func (Heading) block()   {}
func (Paragraph) block() {}
func (Lines) block()     {}
func (Code) block()      {}
func (Verdict) block()   {}
func (Sections) block()  {}
func (Fold) block()      {}
func (Table) block()     {}
