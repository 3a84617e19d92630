//go:build linux

package main

import (
	"bytes"
	"io"
	"os/exec"
	"regexp"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestShortMemory checks that an engine without enough memory for an option says so and keeps its old value.
func TestShortMemory(t *testing.T) {
	program := must.Get(exec.LookPath("zugwatch"))(t)
	for _, test := range []struct{ name, commands, want string }{
		{
			"at the start", "setoption name Hash value 8192\nisready\ngo depth 3\n",
			`(?s)^info string options: hash of 8192 MiB: cannot allocate memory \(they stay as they were\)\nreadyok\ninfo depth 1 .*bestmove [a-h]\S+ ponder \S+\n$`,
		},
		{
			"later", "setoption name Hash value 256\nisready\nsetoption name Hash value 8192\nisready\ngo depth 3\n",
			`(?s)^readyok\ninfo string options: hash of 8192 MiB: cannot allocate memory \(they stay as they were\)\nreadyok\ninfo depth 1 .*bestmove [a-h]\S+ ponder \S+\n$`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			engine := exec.Command("/bin/sh", "-c", `ulimit -v 3000000; exec "$0" uci`, program)
			in := must.Get(engine.StdinPipe())(t)
			answer := &answered{until: []byte("bestmove"), in: in} // the end of the input ends a search
			engine.Stdout, engine.Stderr = answer, answer
			must.Do(t, engine.Start())
			if _, err := io.WriteString(in, test.commands); err != nil {
				t.Error(err)
			}
			err := engine.Wait()
			out := answer.text.Bytes()
			if err != nil || !regexp.MustCompile(test.want).Match(out) {
				t.Errorf("error %v, output\n%swant %s", err, out, test.want)
			}
		})
	}
}

// answered keeps what an engine says and closes its input once a word has come.
type answered struct {
	until []byte
	in    io.Closer
	text  bytes.Buffer
}

func (a *answered) Write(p []byte) (int, error) {
	n, err := a.text.Write(p)
	if bytes.Contains(a.text.Bytes(), a.until) {
		a.in.Close()
	}
	return n, err
}
