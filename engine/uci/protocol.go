package uci

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
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

// String is "uci" or "usi", which is also the word that begins the introduction.
func (p Protocol) String() string { return protocolNames[p] }

// ParseProtocol reads what String writes.
func ParseProtocol(text string) (Protocol, error) {
	i := slices.Index(protocolNames[:], text)
	if i < 0 {
		return UCI, fmt.Errorf("protocol %.40q (expected uci or usi)", text)
	}
	return Protocol(i), nil
}

// Game is what engines that speak p play.
func (p Protocol) Game() game.Game {
	if p == USI {
		return game.Shogi
	}
	return game.Chess
}

// Introduced is the word that ends the introduction of an engine.
func (p Protocol) Introduced() string { return p.String() + "ok" }

// NewGame is the command that begins a game.
func (p Protocol) NewGame() string { return p.String() + "newgame" }

// IsMove tells whether a word is written as a move of the game.
func IsMove(g game.Game, word string) bool {
	if g == game.Chess {
		return IsCoordinates(word)
	}
	file := func(c byte) bool { return c >= '1' && c <= '9' }
	rank := func(c byte) bool { return c >= 'a' && c <= 'i' }
	switch {
	case len(word) != 4 && (len(word) != 5 || word[4] != '+'), !file(word[2]), !rank(word[3]):
		return false
	case word[1] == '*':
		return strings.IndexByte("PLNSGBR", word[0]) >= 0 && len(word) == 4
	}
	return file(word[0]) && rank(word[1])
}
