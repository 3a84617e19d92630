package profile

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// noteMark begins every comment of a profile that is a note.
const noteMark = "zugwatch."

// maxPasses bounds the passes of one profile.
const maxPasses = 1000

// Notes say what the samples of a profile are of. They are stored as comments
// of the profile, so that every tool shows them and none needs them. The notes
// of a foreign profile are empty.
type Notes struct {
	Engine  string // name and options of the engine
	Suite   string // names of the suites with their digests
	Limits  string // how far each position was searched
	Machine string // digest of the machine and its start: see Machine; empty: not known
	Passes  []Pass // how often all was searched
}

// Pass is one time that the suites were searched.
type Pass struct {
	Nodes   uint64 // of all searches together
	Process string // a name by chance of the process that searched; empty: not known
}

// ProcessName returns a name by chance for a process that searches.
func ProcessName() string { return strings.ToLower(rand.Text()[:processName]) }

// processName is the length of the name of a process.
const processName = 13

// processes returns the numbers of the passes, from 0, that each process made, in the order of their
// first. Passes of an unknown process share one group.
func (n *Notes) processes(passes int) (groups [][]int) {
	at := make(map[string]int)
	for i := range passes {
		name := ""
		if i < len(n.Passes) {
			name = n.Passes[i].Process
		}
		if _, there := at[name]; !there {
			at[name] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[name]] = append(groups[at[name]], i)
	}
	return groups
}

// Nodes returns the sum over all passes; 0 when it is not known.
func (n *Notes) Nodes() uint64 {
	var sum uint64
	for _, pass := range n.Passes {
		sum += pass.Nodes
	}
	return sum
}

// comments returns the notes as a profile stores them.
func (n *Notes) comments() []string {
	var lines []string
	for _, field := range n.fields() {
		if *field.value != "" {
			lines = append(lines, noteMark+field.key+"="+*field.value)
		}
	}
	for i, pass := range n.Passes {
		lines = append(lines, fmt.Sprintf("%spass.%d.nodes=%d", noteMark, i+1, pass.Nodes))
		if pass.Process != "" {
			lines = append(lines, fmt.Sprintf("%spass.%d.process=%s", noteMark, i+1, pass.Process))
		}
	}
	return lines
}

type noteField struct {
	key   string
	value *string
}

func (n *Notes) fields() []noteField {
	return []noteField{{"engine", &n.Engine}, {"suite", &n.Suite}, {"limits", &n.Limits}, {"machine", &n.Machine}}
}

// readNotes reads the notes among the comments of a profile.
func readNotes(comments []string) (Notes, error) {
	var n Notes
	for _, comment := range comments {
		line, ours := strings.CutPrefix(comment, noteMark)
		if !ours {
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		if n.set(key, value) {
			continue
		}
		number, isPass := strings.CutPrefix(key, "pass.")
		if last := len(n.Passes); isPass && last > 0 && number == fmt.Sprintf("%d.process", last) && n.Passes[last-1].Process == "" && isProcessName(value) {
			n.Passes[last-1].Process = value
			continue
		}
		nodes, err := strconv.ParseUint(value, 10, 53)
		if !isPass || number != fmt.Sprintf("%d.nodes", len(n.Passes)+1) || err != nil || len(n.Passes) == maxPasses {
			return Notes{}, failure.Inputf("profile has the note %.60q, which is not known here", comment)
		}
		n.Passes = append(n.Passes, Pass{Nodes: nodes})
	}
	return n, nil
}

// isProcessName reports whether text is what ProcessName gives.
func isProcessName(text string) bool {
	return len(text) == processName && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// set fills in a field.
func (n *Notes) set(key, value string) bool {
	for _, field := range n.fields() {
		if field.key == key {
			*field.value = value
			return true
		}
	}
	return false
}

// append returns the notes of both, which have to be of the same searches.
func (n *Notes) append(more Notes) (Notes, error) {
	for i, field := range n.fields() {
		if other := *more.fields()[i].value; *field.value != other {
			return Notes{}, fmt.Errorf("profiles are of another %s each (%q and %q)", field.key, *field.value, other)
		}
	}
	if len(n.Passes)+len(more.Passes) > maxPasses {
		return Notes{}, fmt.Errorf("passes are more than %d", maxPasses)
	}
	both := *n
	both.Passes = slices.Concat(n.Passes, more.Passes)
	return both, nil
}
