//go:build linux

package uci

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// hostile is one script of testdata/hostile.txt with its expected outcome.
type hostile struct {
	name      string
	head      []string // comments and directives
	script    []string
	want      string
	allowance Allowance // while the engine gets ready
	spoilt    []int     // positions searched under other limits
	sharp     Allowance // these
	task      engine.Limits
	options   []engine.Option
	env       []string
	moves     int    // knight moves before each position
	one       int    // only this position
	cancel    string // cancel the search after so long, or at its first info
	again     bool   // search without a reset in between
}

const hostileFile = "testdata/hostile.txt"

// readHostile reads the scripts. Each begins with "-- name --"; lines up to
// "==" are comments with "#", directives that begin with "!", and
// lines of the script; then comes the outcome.
func readHostile(t *testing.T) []*hostile {
	text := must.Get(os.ReadFile(hostileFile))(t)
	var all []*hostile
	expecting := false
	for line := range strings.Lines(string(text)) {
		bare := strings.TrimRight(line, "\n")
		name, ok := strings.CutPrefix(bare, "-- ")
		switch {
		case ok:
			all = append(all, &hostile{name: strings.TrimSuffix(name, " --"), task: engine.Limits{Depth: 5}})
			expecting = false
			continue
		case len(all) == 0:
			continue
		}
		h := all[len(all)-1]
		switch {
		case expecting:
			h.want += line
		case bare == "==":
			expecting = true
		case strings.HasPrefix(bare, "#"), strings.HasPrefix(bare, "!"):
			h.head = append(h.head, bare)
			h.direct(t, bare)
		default:
			h.script = append(h.script, bare)
		}
	}
	return all
}

// direct reads a directive.
func (h *hostile) direct(t *testing.T, line string) {
	line, ok := strings.CutPrefix(line, "! ")
	if !ok {
		return
	}
	key, value, _ := strings.Cut(line, " ")
	key, place, _ := strings.Cut(key, "@")
	var err error
	switch key {
	case "limits":
		h.bound(t, place, value)
	case "task":
		h.task, err = engine.ParseLimits(value)
	case "infinite":
		h.task = engine.Limits{}
	case "option":
		name, value, _ := strings.Cut(value, "=")
		h.options = append(h.options, engine.Option{Name: name, Value: value})
	case "env":
		h.env = append(h.env, value)
	case "moves":
		h.moves, err = strconv.Atoi(value)
	case "one":
		h.one, err = strconv.Atoi(value)
	case "cancel":
		h.cancel = value
	case "again":
		h.again = true
	default:
		err = fmt.Errorf("unknown directive")
	}
	if err != nil {
		t.Fatalf("%s: %s: %v", h.name, line, err)
	}
}

// bound reads limits: of everything, or of the search of one position or all. Limits that
// a process is given once count for everything in any case.
func (h *hostile) bound(t *testing.T, place, pairs string) {
	to := &h.allowance
	switch place {
	case "":
	case "all":
		h.spoilt, to = []int{1, 2, 3}, &h.sharp
	default:
		h.spoilt, to = []int{int(place[0] - '0')}, &h.sharp
	}
	for pair := range strings.FieldsSeq(pairs) {
		h.limit(t, to, pair)
	}
	h.allowance.Term = to.Term
}

func (h *hostile) limit(t *testing.T, l *Allowance, pair string) {
	key, value, _ := strings.Cut(pair, "=")
	fields := map[string]*time.Duration{
		"start": &l.Start, "ready": &l.Ready, "position": &l.Position, "overrun": &l.Overrun, "stall": &l.Stall,
		"stop": &l.Stop, "write": &l.Write, "close": &l.Close, "quit": &l.Quit, "term": &l.Term, "kill": &l.Kill,
	}
	switch key {
	case "output":
		l.Output, _ = strconv.ParseInt(value, 10, 64)
	case "memory":
		l.Memory, _ = strconv.ParseInt(value, 10, 64)
	default:
		if fields[key] == nil {
			t.Fatalf("%s: unknown limit %s", h.name, key)
		}
		*fields[key] = timeOf(value)
	}
}

func writeHostile(t *testing.T, all []*hostile, got map[string]string) {
	head, _, _ := bytes.Cut(must.Get(os.ReadFile(hostileFile))(t), []byte("-- "))
	out := bytes.NewBuffer(bytes.Clone(head))
	for _, h := range all {
		fmt.Fprintf(out, "-- %s --\n", h.name)
		for _, line := range append(h.head, h.script...) {
			fmt.Fprintln(out, line)
		}
		fmt.Fprintf(out, "==\n%s", got[h.name])
	}
	must.Do(t, os.WriteFile(hostileFile, out.Bytes(), 0o666))
}
