package report

import "io"

// Revision is a revision that a comparison is of.
type Revision struct {
	Label    string   `json:"label"`  // "base" or "head"
	Commit   string   `json:"commit"` // short hash
	Subject  string   `json:"subject"`
	WorkTree bool     `json:"work_tree,omitempty"` // the work tree on top of the commit
	Changed  []string `json:"changed,omitempty"`   // its files that differ from the commit
}

// maxChanged is how many changed files are named.
const maxChanged = 5

// Revisions writes which revisions are compared, one paragraph for each.
func Revisions(w io.Writer, revisions []Revision, options Options) error {
	p := &page{options: options}
	p.revisions(revisions)
	return p.writeTo(w)
}

// revisions writes what Revisions does.
func (p *page) revisions(revisions []Revision) {
	for _, r := range revisions {
		text := r.Label + ": " + r.Commit + " " + p.message(r.Subject)
		if r.WorkTree {
			text += ", the work tree as it is"
		}
		if n := len(r.Changed); n > 0 {
			text += " with " + plural(n, "changed file") + p.names(r.Changed, maxChanged)
		}
		p.line(text)
		p.line("")
	}
}

// names lists the first of some texts from outside in brackets.
func (p *page) names(texts []string, most int) string {
	out := " ("
	for i, text := range texts[:min(len(texts), most)] {
		if i > 0 {
			out += ", "
		}
		out += p.safe(text)
	}
	if len(texts) > most {
		out += ", …"
	}
	return out + ")"
}
