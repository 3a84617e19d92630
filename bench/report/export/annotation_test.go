package export

import (
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
)

// TestReachable: an annotation names a file only if it is one of the repository.
func TestReachable(t *testing.T) {
	tests := []struct {
		name, file string
		want       bool
	}{
		{"nothing", "", false},
		{"file", "wac.epd", true},
		{"in a folder", "suites/wac.epd", true},
		{"signs of the grammar", "a,b:c%d=e ::f.epd", true},
		{"absolute", "/etc/passwd", false},
		{"outside", "../wac.epd", false},
		{"outside in the end", "a/../../wac.epd", false},
		{"not clean", "./wac.epd", false},
		{"folder", ".", false},
		{"parent", "..", false},
		{"dots in a name", "..wac.epd", true},
		{"new line", "a\nb.epd", false},
		{"terminal", "a\x1bb.epd", false},
		{"backslash", `a\b.epd`, false},
		{"old command", "##[error]", false},
	}
	for _, test := range tests {
		if got := reachable(test.file); got != test.want {
			t.Errorf("%s: got %v", test.name, got)
		}
	}
}

// TestAnnotationBudget: never more than ten of a level, the worst first, and the
// last says how many more there are.
func TestAnnotationBudget(t *testing.T) {
	for _, size := range []int{0, 1, 9, 10, 11, 500} {
		b := &bench.Run{Schema: 1, Limits: "depth=9", Complete: true}
		h := &bench.Run{Schema: 1, Limits: "depth=9", Complete: true}
		for i := range size + 1 {
			o := bench.Outcome{ID: "P" + strings.Repeat("x", i), Verdict: bench.Solved, Want: "e4", Best: "e4", Nodes: 1000, Stable: &bench.Point{Depth: 3, Nodes: 100}}
			b.Outcomes = append(b.Outcomes, o)
			if i > 0 {
				o.Verdict, o.Best = bench.Missed, "d4"
			}
			h.Outcomes = append(h.Outcomes, o)
		}
		got := string(render(t, &report.Report{Trials: []report.Trial{trialOf(t, b, h, compare.Gate{})}}, Annotations))
		if lines := strings.Count(got, "\n"); lines != min(size, maxAnnotations) {
			t.Errorf("%d lost: %d annotations", size, lines)
		}
		if more := strings.Contains(got, "::and "); more != (size > maxAnnotations) {
			t.Errorf("%d lost: %s", size, got)
		}
	}
}

// TestNotes: what is shown are the lowest ranks, in the order they came.
func TestNotes(t *testing.T) {
	n := &notes{level: "error"}
	for i := range 40 {
		n.add(check{rank: rankOther - i%4, name: strings.Repeat("i", i)})
	}
	var got []int
	for _, note := range n.first {
		got = append(got, len(note.name))
	}
	want := []int{3, 7, 11, 15, 19, 23, 27, 31, 35, 39}
	if n.count != 40 || !slices.Equal(got, want) {
		t.Errorf("got %v of %d, want %v of 40", got, n.count, want)
	}
}

// workflowCommand is a line as the runner of GitHub Actions parses it.
type workflowCommand struct {
	name       string
	properties map[string]string
	message    string
}

// parseCommands reads an output as the runner does: it takes it line by line,
// each ended by a line feed or a carriage return, and knows two grammars. In
// the newer one a line is a command when it begins, after blanks, with
// "::name properties::"; in the older one when "##[name properties]" stands
// anywhere in it. Blanks around the properties do not count.
func parseCommands(output string) []workflowCommand {
	var commands []workflowCommand
	for _, line := range strings.FieldsFunc(output, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if command, ok := parseNew(line); ok {
			commands = append(commands, command)
		} else if command, ok := parseOld(line); ok {
			commands = append(commands, command)
		}
	}
	return commands
}

func parseNew(line string) (workflowCommand, bool) {
	line, found := strings.CutPrefix(strings.TrimLeft(line, " \t"), "::")
	head, message, closed := strings.Cut(line, "::")
	if !found || !closed {
		return workflowCommand{}, false
	}
	unescape := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	command := parseHead(head, ",", unescape)
	command.message = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(message)
	return command, true
}

func parseOld(line string) (workflowCommand, bool) {
	_, rest, found := strings.Cut(line, "##[")
	head, message, closed := strings.Cut(rest, "]")
	if !found || !closed {
		return workflowCommand{}, false
	}
	unescape := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%5D", "]", "%3B", ";", "%25", "%")
	command := parseHead(head, ";", unescape)
	command.message = unescape.Replace(message)
	return command, true
}

// parseHead reads the name and the properties of a command.
func parseHead(head, between string, unescape *strings.Replacer) workflowCommand {
	name, list, _ := strings.Cut(head, " ")
	command := workflowCommand{name: name, properties: map[string]string{}}
	for _, pair := range strings.Split(strings.TrimSpace(list), between) {
		if key, value, ok := strings.Cut(pair, "="); ok {
			command.properties[key] = unescape.Replace(value)
		}
	}
	return command
}

func TestParseCommands(t *testing.T) {
	tests := []struct {
		name, output string
		want         []string
	}{
		{"none", "a ::error::b\n: :error::c\n#[error]d\n::error", nil},
		{"new", "a\n::error file=a%2Cb,line=1::m%0An", []string{"error a,b m\nn"}},
		{"new after blanks", "a\r \t::group::", []string{"group  "}},
		{"old", "a ##[error file=a%3Bb;line=1]m", []string{"error a;b m"}},
		{"both", "::a::\n##[b]\n", []string{"a  ", "b  "}},
	}
	for _, test := range tests {
		var got []string
		for _, c := range parseCommands(test.output) {
			got = append(got, c.name+" "+c.properties["file"]+" "+c.message)
		}
		if strings.Join(got, "|") != strings.Join(test.want, "|") {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestEscapesOfCommands: the runner reads back the texts that were written.
func TestEscapesOfCommands(t *testing.T) {
	for _, text := range []string{"", "a", "%", "%25", "%250A", "a\r\nb", "a:b,c", "::", "%3A:%2C,", "x::y::z", "=", "a=b,c=d"} {
		got := parseCommands("::error title=" + escapeProperty(text) + ",line=3::" + escapeData(text))
		if len(got) != 1 || got[0].message != text || got[0].properties["title"] != text || got[0].properties["line"] != "3" {
			t.Errorf("%q was read as %q", text, got)
		}
	}
}
