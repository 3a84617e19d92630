//go:build linux

package uci

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/zugwatch/zugwatch/engine/game"
)

// fakeFENs returns the positions that scripts may name by number, from 1.
func fakeFENs() []string {
	return []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
	}
}

// fake is a scripted engine. Each line of the script is "WHEN: ACTION | ACTION...". WHEN is a command that the engine
// reads, or start, or end for the end of its input. With #N it means only the N-th such command in a process, with @N
// only in the N-th of fakeFENs. Without a matching line it acts as a sound engine.
//
// Actions: say TEXT; raw QUOTED (without a line end); err TEXT; flood out|err|both MIB QUOTED; sleep TIME; exit CODE;
// raise SIGNAL; ignore SIGNAL; kill SIGNAL (its whole group); close out|in|err; hang; every TIME TEXT (in the
// background); after TIME TEXT (once, in the background); await WORD (reads until the command WORD); pending (until
// there is something to read); spawn same|session|double|quiet|bare|bare-session|bare-double|memory; daemon ACTION;
// ACTION (starts a fake engine as an orphan that inherits nothing, and waits until it prints its process number);
// number; shed (removes its other marks); headless (its first thread ends alone); alloc MIB; spin TIME (of CPU); put
// FILE; env; folder; normal (as a sound engine).
type fake struct {
	script   map[string][]string
	in       *bufio.Scanner
	out      io.Writer
	seen     map[string]int
	fen      string
	position game.Position
	memory   [][]byte
	mu       sync.Mutex
}

// runFake has a fake engine answer what it reads.
func runFake(script string, in io.Reader, out io.Writer) {
	f := &fake{script: make(map[string][]string), in: bufio.NewScanner(in), out: out, seen: make(map[string]int), position: game.Chess.Start()}
	f.in.Buffer(nil, 1<<20)
	for line := range strings.Lines(script) {
		when, actions, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		for action := range strings.SplitSeq(actions, " | ") {
			f.script[when] = append(f.script[when], strings.TrimLeft(action, " "))
		}
	}
	f.event("start", "")
	for f.in.Scan() {
		f.read(f.in.Text())
	}
	f.event("end", "")
}

func (f *fake) read(line string) {
	word, rest, _ := strings.Cut(line, " ")
	if word == "position" {
		f.fen, _, _ = strings.Cut(strings.TrimPrefix(rest, "fen "), " moves")
		f.position, _ = game.ParsePosition(f.fen)
	}
	f.event(word, rest)
}

// event runs the script's actions for a command.
func (f *fake) event(word, rest string) {
	f.seen[word]++
	place := slices.Index(fakeFENs(), f.fen) + 1
	for _, when := range []string{
		fmt.Sprintf("%s@%d", word, place), fmt.Sprintf("%s#%d", word, f.seen[word]), word,
	} {
		if actions, ok := f.script[when]; ok {
			for _, action := range actions {
				f.act(action, word, rest)
			}
			return
		}
	}
	f.normal(word)
}

// normal reacts to a command like a sound engine.
func (f *fake) normal(word string) {
	switch word {
	case "uci":
		f.say("id name Fake 1")
		f.say("id author nobody")
		f.say("option name Hash type spin default 16 min 1 max 1024")
		f.say("option name OwnBook type check default true")
		f.say("option name Style type combo default Solid var Solid var Risky var Very Risky")
		f.say("option name Clear Hash type button")
		f.say("option name Book File type string default <empty>")
		f.say("uciok")
	case "usi":
		f.say("id name Fake Shogi 1")
		f.say("option name USI_Hash type spin default 16 min 1 max 1024")
		f.say("option name USI_OwnBook type check default true")
		f.say("usiok")
	case "isready":
		f.say("readyok")
	case "go":
		move := f.position.LegalMoves()[0]
		f.say(fmt.Sprintf("info depth 5 seldepth 7 score cp 10 nodes 20 nps 1000 hashfull 1 time 20 pv %s", move))
		f.say("bestmove " + move.String())
	case "quit":
		os.Exit(0)
	}
}

func (f *fake) say(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fmt.Fprintln(f.out, text)
}

// act does one action.
func (f *fake) act(action, word, rest string) {
	name, text, _ := strings.Cut(action, " ")
	switch name {
	case "normal":
		f.normal(word)
	case "say":
		f.say(text)
	case "raw":
		fmt.Fprint(f.out, unquote(text))
	case "err":
		fmt.Fprintln(os.Stderr, text)
	case "sleep":
		time.Sleep(timeOf(text))
	case "exit":
		code, _ := strconv.Atoi(text)
		os.Exit(code)
	case "hang":
		time.Sleep(time.Hour)
	case "every", "after":
		period, text, _ := strings.Cut(text, " ")
		go f.background(timeOf(period), text, name == "every")
	case "await":
		for f.in.Scan() {
			if word, _, _ := strings.Cut(f.in.Text(), " "); word == text {
				return
			}
		}
	default:
		f.actOnSystem(name, text)
	}
}

func (f *fake) background(period time.Duration, text string, again bool) {
	for {
		time.Sleep(period)
		f.say(text)
		if !again {
			return
		}
	}
}

func (f *fake) actOnSystem(name, text string) {
	switch name {
	case "close":
		map[string]*os.File{"in": os.Stdin, "out": os.Stdout, "err": os.Stderr}[text].Close()
		if text == "in" {
			time.Sleep(time.Hour)
		}
	case "raise":
		// A Go program handles most signals itself; a shell does not.
		syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -" + text + " $$; exit 98"}, os.Environ())
	case "kill":
		syscall.Kill(0, signals()[text])
		time.Sleep(time.Hour)
	case "ignore":
		signal.Ignore(signals()[text])
	case "flood":
		flood(strings.Fields(text))
	case "spawn":
		f.say(fmt.Sprintf("info string child %d", spawn(text)))
	case "daemon":
		f.say("info string child " + daemon(text))
	case "shed":
		shed()
	case "number":
		f.say(strconv.Itoa(os.Getpid()))
		os.Stdout.Close()
	case "headless":
		syscall.Syscall(syscall.SYS_EXIT, 0, 0, 0)
	case "pending":
		input := syscall.FdSet{Bits: [len(syscall.FdSet{}.Bits)]int64{1}}
		syscall.Select(1, &input, nil, nil, nil)
	case "alloc":
		mib, _ := strconv.Atoi(text)
		block := make([]byte, mib<<20)
		for i := 0; i < len(block); i += 4096 {
			block[i] = 1
		}
		f.memory = append(f.memory, block)
	case "spin":
		for start := ownCPU(); ownCPU()-start < timeOf(text); {
		}
	case "put":
		os.WriteFile(text, []byte("left here\n"), 0o666)
	case "env":
		for _, v := range slices.Sorted(slices.Values(os.Environ())) {
			f.say("info string " + v)
		}
	case "folder":
		entries, err := os.ReadDir(".")
		f.say(fmt.Sprintf("info string folder %d %v", len(entries), err))
	default:
		f.say("info string unknown action " + name)
		os.Exit(99)
	}
}

func signals() map[string]syscall.Signal {
	return map[string]syscall.Signal{
		"TERM": syscall.SIGTERM, "SEGV": syscall.SIGSEGV, "KILL": syscall.SIGKILL, "STOP": syscall.SIGSTOP,
		"ABRT": syscall.SIGABRT, "INT": syscall.SIGINT,
	}
}

func unquote(text string) string {
	s, err := strconv.Unquote(text)
	if err != nil {
		return "bad quotes in script: " + text
	}
	return s
}

func timeOf(text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return d
}

// ownCPU returns the CPU time of this process.
func ownCPU() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// flood prints a pattern so many MiB long.
func flood(args []string) {
	mib, _ := strconv.Atoi(args[1])
	pattern := unquote(strings.Join(args[2:], " "))
	block := []byte(strings.Repeat(pattern, 1+(64<<10)/len(pattern)))
	var to []*os.File
	if args[0] != "err" {
		to = append(to, os.Stdout)
	}
	if args[0] != "out" {
		to = append(to, os.Stderr)
	}
	for left := mib << 20; left > 0; left -= len(block) {
		for _, w := range to {
			w.Write(block)
		}
	}
}

// spawn starts a process that lives for a minute: in the same group, in a
// session of its own, orphaned in one, without the pipes, or without the
// environment as well. It returns its number, 0 for an orphan whose number it
// does not get to know. One that takes memory takes 100 MiB.
func spawn(kind string) int {
	child := exec.Command("/bin/sleep", "60")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	switch kind {
	case "session":
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	case "double":
		child = exec.Command("/bin/sh", "-c", "/bin/sleep 60 & exit 0")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		child.Stdout = os.Stdout
		child.Run()
		return 0
	case "quiet":
		child.Stdout, child.Stderr = nil, nil
	case "bare":
		child.Stdout, child.Stderr, child.Env = nil, nil, []string{}
	case "memory":
		child = exec.Command(os.Args[0], "start: alloc 100 | hang")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	case "bare-session":
		child.Stdout, child.Stderr, child.Env = nil, nil, []string{}
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	case "bare-double":
		child = exec.Command("/bin/sh", "-c", "/bin/sleep 60 <&- >&- 2>&- & echo $!")
		child.Env = []string{}
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		number, _ := child.Output()
		pid, _ := strconv.Atoi(strings.TrimSpace(string(number)))
		return pid
	}
	if err := child.Start(); err != nil {
		panic(err)
	}
	return child.Process.Pid
}

// daemon starts a fake engine as an orphan in its own session, without its parent's environment, folder and pipes. It
// returns the process number that the engine prints. The actions are separated by semicolons.
func daemon(actions string) string {
	script := "start: " + strings.ReplaceAll(actions, "; ", " | ") + " | hang"
	child := exec.Command("/bin/sh", "-c", `"$0" "$1" <&- 2>&- &`, os.Args[0], script)
	child.Dir, child.Env = "/", []string{fakeVariable + "=1"}
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	number, err := child.Output()
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(number))
}

// shed drops the inherited limit and, if permitted, the control group.
func shed() {
	_ = unix.Setrlimit(unix.RLIMIT_LOCKS, &unix.Rlimit{Cur: 1000, Max: 1000})
	groups, _ := os.ReadFile("/proc/self/cgroup")
	_, group, _ := strings.Cut("\n"+string(groups), "\n0::")
	group, _, _ = strings.Cut(group, "\n")
	mounts, _ := os.ReadFile("/proc/self/mounts")
	for line := range strings.Lines(string(mounts)) {
		if fields := strings.Fields(line); fields[2] == "cgroup2" {
			_ = os.WriteFile(filepath.Join(fields[1], filepath.Dir(group), "cgroup.procs"), []byte("0"), 0o600)
		}
	}
}
