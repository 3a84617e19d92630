package export

import (
	"strings"
	"testing"
)

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
