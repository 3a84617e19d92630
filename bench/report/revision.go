package report

import (
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Revision is a revision that a comparison is of.
type Revision struct {
	Label    string   `json:"label"`  // "base" or "head"
	Commit   string   `json:"commit"` // short hash
	Subject  string   `json:"subject"`
	WorkTree bool     `json:"work_tree,omitempty"` // the work tree on top of the commit
	Changed  []string `json:"changed,omitempty"`   // its files that differ from the commit
}

// Variants returns revisions that were built, as a report shows them.
func Variants(built []engines.Variant) []Revision {
	var shown []Revision
	for _, v := range built {
		shown = append(shown, Revision{Label: v.Label, Commit: v.Commit.ShortHash(), Subject: v.Commit.Subject, WorkTree: v.WorkTree, Changed: v.Dirty})
	}
	return shown
}

// RevisionFields returns the fields of revisions in the last line: the commit of each, and
// behind the head how many files differ from it.
func RevisionFields(built []engines.Variant) []Field {
	var fields []Field
	for _, v := range built {
		fields = append(fields, Field{Key: v.Label, Value: v.Commit.ShortHash()})
		if v.Label == "head" {
			fields = append(fields, CountField("dirty", len(v.Dirty)))
		}
	}
	return fields
}

// maxChanged is the largest number of changed files that are named.
const maxChanged = 5

// Revisions tells which revisions are compared, one paragraph for each.
func Revisions(revisions []Revision) (d doc.Document) {
	for _, r := range revisions {
		text := doc.Text(r.Label+": "+r.Commit+" ") + doc.Message(r.Subject) + doc.When(r.WorkTree, ", the work tree as it is")
		if n := len(r.Changed); n > 0 {
			names := doc.Join(doc.Quote, r.Changed[:min(n, maxChanged)], ", ")
			text += " with " + doc.Plural(n, "changed file") + " (" + names + doc.When(n > maxChanged, ", …") + ")"
		}
		d = append(d, doc.Paragraph{text})
	}
	return d
}
