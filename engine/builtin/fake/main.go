// Command fake is the built-in engine over UCI with faults, for tests of programs that run engines. If the first argument
// is usi, it is the shogi engine over USI. Each other argument is a rule:
//
//	in PATTERN => ACTION     for each line that it reads
//	out PATTERN => ACTION    for each line that it writes
//
// ACTION is another text for the line, or one of those below. In the text, $1 stands for the match of the pattern,
// and PID for the number of this process.
//
//	DROP        there is no such line
//	EXIT N      the process ends with the exit code
//	ONCE FILE N the same, if there is no such file yet, which is made
//	FIRST FILE TEXT  another text for the line, if there is no such file yet, which is made
//	HANG        it does nothing any more
//	SAY TEXT    TEXT stands before the line
//	ERR TEXT    TEXT goes to the standard error before the line
//	TOUCH FILE  the file is made
//	WAIT TIME   the line comes later
//	DAEMON FILE KIND  it starts a process that hides its parents, and
//	            adds its number to the file: a plain one, one that also sheds the
//	            limit that it inherits (stray), or either with 300 MB (big, big-stray)
//
// The first rule that matches counts. " && " separates two rules for one line.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/uci/server"
)

func main() {
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))) // as zugwatch uci: it hears while it searches
	settings := search.Defaults()
	own := builtin.Settings{Policy: settings.Policy, Params: settings.Params, HashMB: 1, Threads: 1}
	host, rules := builtin.Host(own, time.Now), os.Args[1:]
	if len(rules) > 0 && rules[0] == "usi" {
		host, rules = builtin.Host(builtin.ShogiDefaults(), time.Now), rules[1:]
	}
	f := &fake{}
	for _, text := range rules {
		f.rules = append(f.rules, parseRule(text))
	}
	reader, writer := io.Pipe()
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			if line, keep := f.apply("in", lines.Text()); keep {
				fmt.Fprintln(writer, line)
			}
		}
		if _, keep := f.apply("in", "EOF"); !keep {
			hang()
		}
		writer.Close()
	}()
	if err := server.Serve(context.Background(), reader, f, host); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// fake changes lines by rules. As a writer it stands before the standard output.
type fake struct {
	rules []rule
	lock  sync.Mutex
	rest  string
}

type rule struct {
	side    string
	pattern *regexp.Regexp
	actions []string
}

func parseRule(text string) rule {
	left, right, _ := strings.Cut(text, " => ")
	side, pattern, _ := strings.Cut(left, " ")
	return rule{side: side, pattern: regexp.MustCompile(pattern), actions: strings.Split(right, " && ")}
}

// Write takes in output of the engine, line by line.
func (f *fake) Write(p []byte) (int, error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.rest += string(p)
	for {
		line, rest, found := strings.Cut(f.rest, "\n")
		if !found {
			return len(p), nil
		}
		f.rest = rest
		if line, keep := f.apply("out", line); keep {
			fmt.Println(line)
		}
	}
}

// apply carries out the first rule that matches a line.
func (f *fake) apply(side, line string) (string, bool) {
	for _, r := range f.rules {
		at := r.pattern.FindStringSubmatchIndex(line)
		if r.side != side || at == nil {
			continue
		}
		keep := true
		for _, action := range r.actions {
			line, keep = act(action, line, func(text string) string {
				return string(r.pattern.ExpandString(nil, text, line, at))
			})
		}
		return line, keep
	}
	return line, true
}

func act(action, line string, expand func(string) string) (string, bool) {
	word, rest, _ := strings.Cut(action, " ")
	switch word {
	case "DROP":
		return "", false
	case "EXIT":
		code, _ := strconv.Atoi(rest)
		os.Exit(code)
	case "ONCE":
		file, code, _ := strings.Cut(rest, " ")
		if createOnce(file) {
			number, _ := strconv.Atoi(code)
			os.Exit(number)
		}
	case "FIRST":
		file, text, _ := strings.Cut(rest, " ")
		if createOnce(file) {
			return expand(text), true
		}
	case "HANG":
		hang()
	case "SAY":
		fmt.Println(rest)
	case "ERR":
		fmt.Fprintln(os.Stderr, rest)
	case "TOUCH":
		os.WriteFile(rest, nil, 0o666)
	case "DAEMON":
		file, kind, _ := strings.Cut(rest, " ")
		daemon(file, kind)
	case "WAIT":
		d, _ := time.ParseDuration(rest)
		time.Sleep(d)
	default:
		return strings.ReplaceAll(expand(action), "PID", strconv.Itoa(os.Getpid())), true
	}
	return line, true
}

// createOnce creates a file and reports whether there was none before.
func createOnce(file string) bool {
	if _, err := os.Stat(file); err == nil {
		return false
	}
	os.WriteFile(file, nil, 0o666)
	return true
}

// hang lasts longer than any test, and is no deadlock.
func hang() { time.Sleep(time.Hour) }
