package server

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// command is the action of the server for a word.
type command struct {
	run    func(s *server, args []string)
	effect jobEffect
}

// jobEffect is the effect of a command on a running job.
type jobEffect uint8

const (
	waits  jobEffect = iota // for its end
	starts                  // the same, and begins a job itself
	acts                    // on it, at once
	leaves                  // waits as well, and ends a search
	passes                  // has nothing to do with it, and runs at once
)

// directory maps each known word to its command.
func directory(p uci.Protocol) map[string]command {
	commands := map[string]command{
		p.String():  {run: (*server).introduce},
		p.NewGame(): {run: (*server).newGame},
		"debug":     {run: (*server).setDebug, effect: passes},
		"isready":   {run: (*server).tellReady, effect: passes},
		"setoption": {run: (*server).setOption},
		"register":  {run: func(*server, []string) {}, effect: passes},
		"position":  {run: (*server).setPosition},
		"go":        {run: (*server).search, effect: starts},
		"stop":      {run: (*server).stop, effect: acts},
		"ponderhit": {run: (*server).ponderHit, effect: acts},
		"quit":      {run: (*server).quit, effect: leaves},
		"perft":     {run: (*server).perft, effect: starts},
		"bench":     {run: (*server).bench, effect: starts},
		"eval":      {run: (*server).eval},
		"d":         {run: (*server).show},
	}
	if p == uci.USI {
		commands["gameover"] = command{run: func(*server, []string) {}, effect: leaves}
	}
	return commands
}

// introduce prints the name of the host and its options.
func (s *server) introduce([]string) {
	s.out.line("id name %s", s.host.Name)
	s.out.line("id author %s", s.host.Author)
	for _, d := range s.declared() {
		s.out.line("%s", d.String())
	}
	s.out.line("%s", s.host.Protocol.ReadyWord())
}

func (s *server) setDebug(args []string) { s.debug = len(args) > 0 && args[0] == "on" }

// tellReady answers isready. It first opens the engine with its settings, unless a job is running.
func (s *server) tellReady([]string) {
	if s.job == nil {
		s.ready()
	}
	s.out.line("readyok")
}

// newGame makes the engine forget.
func (s *server) newGame([]string) {
	if s.engine == nil {
		return // a new one knows nothing
	}
	if err := s.engine.Reset(s.ctx); err != nil {
		s.out.note("new game: %v", err)
	}
}

// setPosition reads the position to search. After an error there is no position, so that no answer is taken for one
// about it.
func (s *server) setPosition(args []string) {
	if s.wrong = s.parsePosition(args); s.wrong != nil {
		s.out.note("position: %v", s.wrong)
	}
}

// parsePosition reads "startpos", "fen FEN" or "sfen SFEN", and "moves MOVE..." after it.
func (s *server) parsePosition(args []string) (err error) {
	before, moves := args, []string(nil)
	if i := slices.Index(args, "moves"); i >= 0 {
		before, moves = args[:i], args[i+1:]
	}
	if s.start, err = parseSetup(s.host.Protocol.Game(), before); err != nil {
		return err
	}
	s.moves, s.root = nil, s.start
	for _, word := range moves {
		m, err := s.root.ParseMove(word)
		if err != nil {
			return err
		}
		s.moves, s.root = append(s.moves, m), s.root.After(m)
	}
	return nil
}

// parseSetup reads a position of a game; the word before its text may be missing.
func parseSetup(g game.Game, words []string) (game.Position, error) {
	prefix, word := "", "fen"
	if g == game.Shogi {
		prefix, word = "sfen ", "sfen"
	}
	if len(words) > 0 {
		switch words[0] {
		case "startpos":
			return g.Start(), nil
		case word:
			words = words[1:]
		}
	}
	p, err := game.ParsePosition(prefix + strings.Join(words, " "))
	if err == nil && p.Game() != g {
		return nil, fmt.Errorf("it is one of %s (expected one of %s)", p.Game(), g)
	}
	return p, err
}

// current returns the position after the moves; false when there is none.
func (s *server) current() (game.Position, bool) {
	if s.wrong != nil {
		s.out.note("position: %v", s.wrong)
	}
	return s.root, s.wrong == nil
}

func (s *server) stop([]string) {
	if s.job != nil {
		s.job.cancel()
	}
}

func (s *server) ponderHit([]string) {
	if s.job != nil {
		s.job.hit()
	}
}

func (s *server) quit([]string) { s.over = true }

// eval prints the static value of the position.
func (s *server) eval([]string) {
	p, ok := s.current()
	if !ok {
		return
	}
	text, err := s.host.Eval(maps.Clone(s.values), p)
	if err != nil {
		s.out.note("eval: %v", err)
		return
	}
	s.out.line("%s", text)
}

// show prints the position.
func (s *server) show([]string) {
	if p, ok := s.current(); ok {
		for _, l := range board(p) {
			s.out.line("%s", l)
		}
	}
}

// perft counts the leaves of the tree of legal moves.
func (s *server) perft(args []string) {
	depth := 0
	if len(args) > 0 {
		depth, _ = strconv.Atoi(args[0])
	}
	if depth < 1 || depth > chess.MaxPerft {
		s.out.note("perft %q (expected a depth from 1 to %d)", strings.Join(args, " "), chess.MaxPerft)
		return
	}
	if p, ok := s.current(); ok {
		s.begin(errand, func(j *job) { s.count(j, p, depth) })
	}
}

// count prints the leaves below each move until the job is ended.
func (s *server) count(j *job, p game.Position, depth int) {
	total, err := game.Divide(j.ctx, p, depth, func(m game.Move, leaves uint64) { s.out.line("%s: %d", m, leaves) })
	if err != nil {
		s.out.note("perft was stopped")
		return
	}
	s.out.line("")
	s.out.line("Nodes searched: %d", total)
}

// bench runs the benchmark of the host.
func (s *server) bench(args []string) {
	values := maps.Clone(s.values)
	s.begin(errand, func(j *job) {
		if err := s.host.Bench(j.ctx, values, args, s.out); err != nil {
			s.out.note("bench: %v", err)
		}
	})
}

// elapsed returns the time since start for info lines; 0 without a clock.
func (s *server) elapsed(start time.Time) time.Duration {
	if s.host.Now == nil {
		return 0
	}
	return s.host.Now().Sub(start)
}
