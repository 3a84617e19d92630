package uci

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// positionCommand is the command that sets the position of a task up.
func positionCommand(task *engine.Task) string {
	var b strings.Builder
	b.WriteString("position fen ")
	b.WriteString(task.Start.FEN())
	for i, m := range task.Moves {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteByte(' ')
		b.WriteString(m.String())
	}
	return b.String()
}

// goCommand is the command that starts the search of a task. A search without
// a limit that the engine can keep by itself is open-ended: the caller has to
// stop it.
func goCommand(task *engine.Task) (command string, open bool) {
	l := task.Limits
	words := []string{"go"}
	add := func(key string, value uint64) { words = append(words, key, strconv.FormatUint(value, 10)) }
	if c := l.Clock; c != nil {
		add("wtime", milliseconds(c.Left[chess.White]))
		add("btime", milliseconds(c.Left[chess.Black]))
		add("winc", uint64(c.Increment[chess.White].Milliseconds()))
		add("binc", uint64(c.Increment[chess.Black].Milliseconds()))
		if c.MovesToGo > 0 {
			add("movestogo", uint64(c.MovesToGo))
		}
	}
	if l.Depth > 0 {
		add("depth", uint64(l.Depth))
	}
	if l.Nodes > 0 {
		add("nodes", l.Nodes)
	}
	if l.Mate > 0 {
		add("mate", uint64(l.Mate))
	}
	if l.MoveTime > 0 {
		add("movetime", milliseconds(l.MoveTime))
	}
	if open = len(words) == 1; open {
		words = append(words, "infinite")
	}
	if len(task.SearchMoves) > 0 {
		words = append(words, "searchmoves")
		for _, m := range task.SearchMoves {
			words = append(words, m.String())
		}
	}
	return strings.Join(words, " "), open
}

// milliseconds is a time for an engine, which may take 0 for no limit.
func milliseconds(d time.Duration) uint64 { return uint64(max(1, d.Milliseconds())) }

// rootOf plays the moves of a task.
func rootOf(task *engine.Task) (chess.Position, error) {
	p := task.Start
	if p.Occupied() == 0 {
		return p, fmt.Errorf("position is empty (expected one from chess.ParseFEN)")
	}
	for i, m := range task.Moves {
		if !p.IsLegal(m) {
			return p, fmt.Errorf("move %d of the task, %s, is not legal", i+1, m)
		}
		var next chess.Position
		p.Play(m, &next)
		p = next
	}
	for _, m := range task.SearchMoves {
		if !p.IsLegal(m) {
			return p, fmt.Errorf("search move %s is not legal", m)
		}
	}
	return p, nil
}
