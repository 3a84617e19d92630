package config

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml/ast"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Games is a suite of kind games: the head plays the base in pairs of games from a book.
type Games struct {
	Name     string
	Limit    match.Control // of each move; it reads no clock
	Most     int           // games at most, an even number
	Book     string        // "default" or a file, from the folder of the configuration
	Engine   string        // who plays; empty: the engine of the configuration
	Elo      float64       // how much the head may lose, in Elo, below 0
	Ref      string        // the accepted revision, against which ci plays; empty: ci does not
	Tier     Tier          // how often they are played
	Optional bool          // a verdict may do without them
	Line     int           // where it stands in the file, from 1
	Col      int           // byte of the line, from 1
}

// Bounds and defaults of a suite of kind games.
const (
	maxGames     = 10_000
	DefaultGames = 1000
	DefaultElo   = -25
	minElo       = -400
)

// entry is one entry of the suites: positions or games.
type entry struct {
	suite *Suite
	games *Games
}

// name returns the name of the entry and its line.
func (e entry) name() (string, int) {
	if e.games != nil {
		return e.games.Name, e.games.Line
	}
	return e.suite.Name, e.suite.Line
}

// suiteOrGames reads one entry of the suites by its kind.
func (p *reader) suiteOrGames(n ast.Node) entry {
	if m, ok := n.(*ast.MappingNode); ok && slices.ContainsFunc(m.Values, isKindGames) {
		games := p.games(n)
		return entry{games: &games}
	}
	suite := p.suite(n)
	return entry{suite: &suite}
}

// isKindGames reports whether a line of an entry says that it is of kind games.
func isKindGames(line *ast.MappingValueNode) bool {
	return line.Key.GetToken().Value == "kind" && line.Value.GetToken().Value == compare.Games.String()
}

// parseAnyKind reads the kind of a suite. That of games was found before.
func parseAnyKind(word string) (compare.Axis, error) {
	return parseKind(word, append(axes(), compare.Games))
}

// games reads an entry of kind games.
func (p *reader) games(n ast.Node) Games {
	g := Games{Most: DefaultGames, Book: "default", Elo: DefaultElo}
	g.Line, g.Col = place(n)
	p.mapping(n, "a suite of kind games", map[string]func(ast.Node){
		"name":     func(n ast.Node) { g.Name = read(p, n, parseName) },
		"kind":     func(ast.Node) {},
		"limit":    func(n ast.Node) { g.Limit = read(p, n, parseGamesLimit) },
		"games":    func(n ast.Node) { g.Most = read(p, n, parseGamesCount) },
		"book":     func(n ast.Node) { g.Book, _ = p.text(n) },
		"engine":   func(n ast.Node) { g.Engine = p.engineName(n) },
		"ref":      func(n ast.Node) { g.Ref, _ = p.text(n) },
		"tier":     func(n ast.Node) { g.Tier = read(p, n, ParseTier) },
		"optional": func(n ast.Node) { g.Optional = read(p, n, parseSwitch) },
		"gate": func(n ast.Node) {
			p.mapping(n, "the gate of games", map[string]func(ast.Node){"elo": func(n ast.Node) { g.Elo = read(p, n, parseElo) }})
		},
	})
	if len(p.faults.First) == 0 {
		p.require(n, "suite", "name", g.Name != "")
		p.require(n, "suite", "limit", g.Limit != match.Control{})
	}
	return g
}

// parseGamesLimit reads the limit of each move of a game.
func parseGamesLimit(text string) (match.Control, error) {
	control, err := match.ParseControl(text)
	if err == nil && !control.Exact() {
		err = fmt.Errorf("limit %s depends on the machine (expected nodes=500 or depth=6: games that can be repeated)", text)
	}
	return control, err
}

// parseGamesCount reads how many games are played at most.
func parseGamesCount(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 4 || n > maxGames || n%2 != 0 {
		return 0, fmt.Errorf("games %q (expected an even number from 4 to %d)", text, maxGames)
	}
	return n, nil
}

// parseElo reads how much a head may lose.
func parseElo(text string) (float64, error) {
	elo, err := strconv.ParseFloat(text, 64)
	if err != nil || !(elo >= minElo && elo < 0) {
		return 0, fmt.Errorf("elo %q (expected a number from %d to less than 0, such as %d)", text, minElo, DefaultElo)
	}
	return elo, nil
}

// Judged returns what ci and ab judge: the entries with the names, or without names those of the tier and of the ones below.
func (c *Config) Judged(names []string, most Tier) (all []Suite, games []Games, err error) {
	if len(names) == 0 {
		games = slices.DeleteFunc(slices.Clone(c.Games), func(g Games) bool { return g.Tier > most })
		if len(games) > 0 && !slices.ContainsFunc(c.Suites, func(s Suite) bool { return s.Tier <= most }) {
			return nil, games, nil
		}
		all, err = c.SuitesUpTo(nil, most)
		return all, games, err
	}
	var positions []string
	for _, name := range names {
		if at := slices.IndexFunc(c.Games, func(g Games) bool { return g.Name == name }); at >= 0 {
			games = append(games, c.Games[at])
		} else {
			positions = append(positions, name)
		}
	}
	if len(positions) == 0 {
		return nil, games, nil
	}
	all, err = c.Select(positions)
	if err != nil && len(c.Suites) == 0 {
		known := c.gamesNames()
		err = failure.Inputf("suite %q is not in %s (expected %s%s)", positions[0], c.File, text.JoinOr(known), text.DidYouMean(positions[0], known))
	}
	return all, games, err
}

// JudgedNames opens the suites that ci judges and returns their names, with those of games that name an accepted revision.
func (c *Config) JudgedNames(chosen []Suite, games []Games, today string) (names []string, err error) {
	for i := range chosen {
		_, broken := c.OpenForGate(&chosen[i], today)
		err = errors.Join(err, broken)
		names = append(names, chosen[i].Name)
	}
	for i := range games {
		if games[i].Ref != "" {
			names = append(names, games[i].Name)
		}
	}
	return names, err
}
