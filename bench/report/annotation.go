package report

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zugwatch/zugwatch/bench/compare"
)

// maxAnnotations is how many errors, and how many warnings, GitHub shows of one
// step. The last one says how many more there are.
const maxAnnotations = 10

// note is one annotation to be.
type note struct {
	rank  int // lower ones are shown first
	place Place
	title string
	text  string
}

// notes are the annotations of one level: the first of them by rank, and how
// many there are.
type notes struct {
	level string // "error" or "warning"
	first []note
	count int
}

// The ranks. A position that a gate names has rankNamed and its place among the
// names, for these are ordered by how bad they are.
const (
	rankProblem = iota
	rankGate
	rankNamed
	rankOther = rankNamed + maxAnnotations
)

// add takes a note; make is called only if it may be shown.
func (n *notes) add(rank int, make func() note) {
	n.count++
	last := len(n.first) - 1
	full := len(n.first) == maxAnnotations
	if full && n.first[last].rank <= rank {
		return
	}
	if full {
		n.first = n.first[:last]
	}
	added := make()
	added.rank = rank
	at := slices.IndexFunc(n.first, func(other note) bool { return other.rank > rank })
	if at < 0 {
		at = len(n.first)
	}
	n.first = slices.Insert(n.first, at, added)
}

// writeAnnotations writes workflow commands: errors for what fails and
// warnings for what is not decided, each at the line of its position where that
// is known.
func writeAnnotations(w io.Writer, r *Report) error {
	errors, warnings := &notes{level: "error"}, &notes{level: "warning"}
	if problem := r.Problem; problem != nil {
		errors.add(rankProblem, func() note { return note{place: problem.Place, title: "zugwatch", text: problem.Text} })
	}
	for i := range r.Trials {
		annotate(&r.Trials[i], errors, warnings)
	}
	for i := range r.Races {
		annotateRace(&r.Races[i], errors, warnings)
	}
	for i := range r.Shifts {
		if s := &r.Shifts[i]; s.Failed() {
			errors.add(rankGate, func() note { return note{place: s.Entry, title: s.title(), text: s.text()} })
		}
	}
	var out bytes.Buffer
	errors.write(&out)
	warnings.write(&out)
	if _, err := w.Write(out.Bytes()); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// annotate adds the notes of one suite.
func annotate(t *Trial, errors, warnings *notes) {
	j := judge(t)
	level := func(s standing) *notes {
		if s == failing || s == faulted {
			return errors
		}
		return warnings
	}
	for _, gate := range j.unnamed() {
		level(standingOf(gate)).add(rankGate, func() note {
			return note{place: t.Entry, title: t.title(), text: reason(gate)}
		})
	}
	ranks := namedRanks(j)
	for i := range t.Run.Outcomes {
		s := j.standing(i)
		if s == fine || !t.Run.Shard.Has(i) {
			continue
		}
		rank, named := ranks[t.Run.Outcomes[i].ID]
		if !named {
			rank = rankOther
		}
		level(s).add(rank, func() note {
			return note{place: t.place(i), title: t.title() + " " + t.Run.Outcomes[i].ID, text: j.why(i)}
		})
	}
}

// annotateRace adds the note of a race that is not passed.
func annotateRace(r *Race, errors, warnings *notes) {
	level := warnings
	switch r.standing() {
	case fine:
		return
	case failing:
		level = errors
	}
	gate := r.gate()
	level.add(rankGate, func() note { return note{place: r.Entry, title: r.title(), text: reason(&gate)} })
}

// standingOf is the standing that a gate gives.
func standingOf(gate *compare.Result) standing {
	if gate.Verdict == compare.Fail {
		return failing
	}
	return open
}

// namedRanks are the ranks of the positions that the gates of a suite name
// first.
func namedRanks(j *judged) map[string]int {
	ranks := make(map[string]int)
	if j.Comparison == nil {
		return ranks
	}
	for _, gate := range j.Comparison.Gates {
		for i, id := range gate.Positions[:min(len(gate.Positions), maxAnnotations)] {
			if known, ok := ranks[id]; !ok || rankNamed+i < known {
				ranks[id] = rankNamed + i
			}
		}
	}
	return ranks
}

// write writes the annotations of one level.
func (n *notes) write(out *bytes.Buffer) {
	shown := n.first
	if n.count > maxAnnotations {
		shown = shown[:maxAnnotations-1]
	}
	for _, note := range shown {
		command(out, n.level, note)
	}
	if more := n.count - len(shown); more > 0 {
		command(out, n.level, note{title: "zugwatch", text: fmt.Sprintf("and %d more", more)})
	}
}

// command writes one workflow command.
func command(out *bytes.Buffer, level string, n note) {
	out.WriteString("::" + level + " ")
	if reachable(n.place.File) {
		out.WriteString("file=" + property(n.place.File) + ",")
		if n.place.Line > 0 {
			out.WriteString("line=" + strconv.Itoa(n.place.Line) + ",")
		}
	}
	out.WriteString("title=" + property(plain(n.title, maxCell)))
	out.WriteString("::" + data(plain(n.text, maxMessage)) + "\n")
}

// reachable tells whether a path is one of a file in the repository that is
// shown as it is.
func reachable(file string) bool {
	inside := file != "" && !path.IsAbs(file) && path.Clean(file) == file && file != "." && file != ".." && !strings.HasPrefix(file, "../")
	return inside && utf8.ValidString(file) && !strings.ContainsFunc(file, obscure) && !strings.ContainsAny(file, "\n\\") && !strings.Contains(file, "##[")
}

// data escapes the message of a workflow command.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property escapes the value of a property of a workflow command.
func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
