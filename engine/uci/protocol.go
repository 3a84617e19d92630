package uci

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Protocol is the language that an engine speaks. USI is UCI for shogi: what differs
// stands in this file and in mate.go, all else is shared.
type Protocol uint8

// The protocols; UCI is the zero value.
const (
	UCI Protocol = iota
	USI
)

var protocolNames = [...]string{"uci", "usi"}

// String returns "uci" or "usi". The same word begins the introduction.
func (p Protocol) String() string { return protocolNames[p] }

// ParseProtocol reads what String writes.
func ParseProtocol(word string) (Protocol, error) {
	return text.FindWord[Protocol](word, protocolNames[:], "protocol")
}

// Game returns the game of engines that speak p.
func (p Protocol) Game() game.Game {
	if p == USI {
		return game.Shogi
	}
	return game.Chess
}

// ProtocolOf returns the protocol of engines that play a game.
func ProtocolOf(g game.Game) Protocol {
	if g == game.Shogi {
		return USI
	}
	return UCI
}

// ReadyWord returns the word that ends the introduction of an engine.
func (p Protocol) ReadyWord() string { return p.String() + "ok" }

// NewGame returns the command that begins a game.
func (p Protocol) NewGame() string { return p.String() + "newgame" }

// usiNames maps UCI option names to their USI names.
var usiNames = map[string]string{"Hash": "USI_Hash", "Ponder": "USI_Ponder", "OwnBook": "USI_OwnBook", "MultiPV": "USI_MultiPV"}

// common returns the UCI name of an engine's option, which identifies runs in both protocols.
func (p Protocol) common(name string) string {
	for uci, usi := range usiNames {
		if p == USI && usi == name {
			return uci
		}
	}
	return name
}

// OptionName returns what an option of the server is called in p.
func (p Protocol) OptionName(name string) string {
	if p == USI && (name == engine.HashOption || name == "Ponder") {
		return usiNames[name]
	}
	return name
}

// implied adds the options that every engine with protocol p has, declared or not.
func (p Protocol) implied(declared []Declared) []Declared {
	if _, err := p.Find(declared, engine.HashOption); p == UCI || err == nil {
		return declared
	}
	return append(declared, Declared{Name: usiNames[engine.HashOption], Kind: Spin, Min: 1, Max: 1 << 20})
}

// Find returns the option of the name, in USI also by the name that it has there.
func (p Protocol) Find(declared []Declared, name string) (*Declared, error) {
	d, err := FindDeclared(declared, name)
	if other, ok := usiNames[name]; err != nil && ok && p == USI {
		if usi, missing := FindDeclared(declared, other); missing == nil {
			return usi, nil
		}
	}
	return d, err
}

// PositionArgs returns a position as the command position has it.
func PositionArgs(p game.Position) string {
	if p.Game() == game.Shogi {
		return p.String() // sfen stands before it
	}
	return "fen " + p.String()
}

// GoCommand returns the command that starts the search of a task. A search without
// a limit that the engine can keep by itself is open-ended: the caller has to
// stop it.
func (p Protocol) GoCommand(task *engine.Task) (command string, open bool) {
	words := p.limits(&task.Limits)
	if open = len(words) == 0; open {
		words = []string{"infinite"}
	}
	if len(task.SearchMoves) > 0 {
		words = append(words, "searchmoves", game.JoinMoves(task.SearchMoves))
	}
	return "go " + strings.Join(words, " "), open
}

// limits returns the words of go for the limits of a search. A move time is in USI a byoyomi
// without any time before it, and a mate is looked for at any length and alone.
func (p Protocol) limits(l *engine.Limits) (words []string) {
	add := func(key string, value uint64) { words = append(words, key, strconv.FormatUint(value, 10)) }
	switch {
	case p == USI && l.OnlyMate():
		return []string{"mate", "infinite"}
	case p == USI && l.Clock != nil:
		add("btime", uint64(l.Clock.Left[game.First].Milliseconds()))
		add("wtime", uint64(l.Clock.Left[game.Second].Milliseconds()))
		if l.Clock.Byoyomi > 0 {
			add("byoyomi", milliseconds(l.Clock.Byoyomi))
			break
		}
		add("binc", uint64(l.Clock.Increment[game.First].Milliseconds()))
		add("winc", uint64(l.Clock.Increment[game.Second].Milliseconds()))
	case p == USI && l.MoveTime > 0:
		add("btime", 0)
		add("wtime", 0)
		add("byoyomi", milliseconds(l.MoveTime))
	case l.Clock != nil:
		add("wtime", milliseconds(l.Clock.Left[game.First]))
		add("btime", milliseconds(l.Clock.Left[game.Second]))
		add("winc", uint64(l.Clock.Increment[game.First].Milliseconds()))
		add("binc", uint64(l.Clock.Increment[game.Second].Milliseconds()))
		if l.Clock.MovesToGo > 0 {
			add("movestogo", uint64(l.Clock.MovesToGo))
		}
	}
	if l.Depth > 0 {
		add("depth", uint64(l.Depth))
	}
	if l.Nodes > 0 {
		add("nodes", l.Nodes)
	}
	if l.Mate > 0 && p == UCI {
		add("mate", uint64(l.Mate))
	}
	if l.MoveTime > 0 && p == UCI {
		add("movetime", milliseconds(l.MoveTime))
	}
	return words
}

// mateScore returns the score for a mate in an info line: n counts moves in UCI, plies in USI.
func mateScore(g game.Game, n int) engine.Score {
	if g == game.Chess {
		return engine.MateIn(n)
	}
	return mateInPlies(n)
}

// mateInPlies returns the score of a mate in n plies, received if n is not above 0.
func mateInPlies(n int) engine.Score {
	const longest = int(engine.MateScore - engine.MateBound)
	if n > 0 {
		return engine.MateScore - engine.Score(min(n, longest))
	}
	return engine.Score(min(-n, longest)) - engine.MateScore
}

// longestMate is the largest number of plies to a mate that is read from centipawns.
const longestMate = 255

// matePlies returns the plies to the mate that a score in centipawns stands for, by the score of a mate on the board. They are
// negative for a mate received. It is not ok for evaluations.
func matePlies(centipawns, mate int) (n int, ok bool) {
	n = mate - max(centipawns, -centipawns)
	if ok = 0 < n && n <= longestMate; centipawns < 0 {
		n = -n
	}
	return n, ok
}

// movePatterns are the spellings of moves, by game.
var movePatterns = [...]func() *regexp.Regexp{
	game.Chess: text.Pattern(`^[a-h][1-8][a-h][1-8][nbrq]?$`),
	game.Shogi: text.Pattern(`^(?:[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i])$`),
}

// IsMove reports whether a word is written as a move of the game.
func IsMove(g game.Game, word string) bool { return movePatterns[g]().MatchString(word) }

// moveForm says what moves of the game look like.
func moveForm(g game.Game) string {
	if g == game.Chess {
		return "coordinates such as e2e4 or e7e8q"
	}
	return "a move such as 7g7f, 8h2b+ or P*5e, resign or win"
}
