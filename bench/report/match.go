package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
)

// maxGameFaults is how many messages of failed engines are shown.
const maxGameFaults = 10

// Match writes a match: who played, the statistics, the ratings where there are
// more than two players, how the games ended and what engines did wrong. Verbose
// shows every game.
func Match(w io.Writer, m *match.Match, options Options) error {
	p := &page{options: options}
	p.matchHead(m)
	if len(m.Players) == 2 {
		p.keep(p.duel(m))
	} else {
		p.ratings(m)
		p.crosstable(m)
	}
	p.endings(m)
	p.gameFaults(m)
	if options.Verbose {
		p.games(m)
	}
	return p.writeTo(w)
}

// matchHead says what was played.
func (p *page) matchHead(m *match.Match) {
	var names []string
	for _, e := range m.Players {
		names = append(names, p.safe(e.Name))
	}
	title := strings.Join(names, " against ")
	if len(names) > 2 {
		title = plural(len(names), "player") + ", " + m.Form.String()
	}
	text := "match: " + title + ", " + plural(len(m.Games), "game") + " of " + strconv.Itoa(m.Total())
	if m.Shard != (bench.Shard{}) {
		text += ", shard " + m.Shard.String()
	}
	p.heading(text)
	for _, e := range m.Players {
		p.line("player " + p.safe(e.Name) + ": " + p.engine(e.Engine) + ", limit " + p.safe(e.Control))
		p.line("")
	}
	book := fmt.Sprintf("book %s with %s, seed %d", p.safe(m.Book.Name), plural(m.Book.Openings, "opening"), m.Seed)
	if m.RandomPlies > 0 {
		book += ", " + plural(m.RandomPlies, "random ply") + " behind each"
		book = strings.Replace(book, "plys", "plies", 1)
	}
	p.line(book + "; adjudication: " + p.own(m.Rules))
	p.line("")
}

// duel writes the statistics of two players in the words of the field.
func (p *page) duel(m *match.Match) error {
	s := m.Versus(0, 1)
	lines := []string{
		"Elo: " + around(s.Pairs.Elo()) + ", nElo: " + around(s.Pairs.NElo()),
		fmt.Sprintf("LOS: %.2f %%, draw ratio: %s, pairs ratio: %s", 100*s.Pairs.LOS(), share(s.Games.Drawn, s.Games.Count()), decimal(s.Pairs.PairsRatio())),
	}
	if m.Test != "" {
		test, decision, llr, err := m.Verdict()
		if err != nil {
			return err
		}
		low, high := test.Bounds()
		lines = append(lines, fmt.Sprintf("LLR: %s (%.2f, %.2f) [%.2f, %.2f], %s: %s", decimal(llr), low, high, test.Elo0, test.Elo1, test.Model, decisionText(decision)))
	}
	games := fmt.Sprintf("Games: %d, Wins: %d, Losses: %d, Draws: %d, Score: %.2f %%", s.Games.Count(), s.Games.Won, s.Games.Lost, s.Games.Drawn, 100*s.Games.Score())
	lines = append(lines, games, "Ptnml(0-2): "+s.Pairs.String())
	if s.Unpaired > 0 {
		lines = append(lines, plural(s.Unpaired, "game")+" without the other one of the pair: in Games, not in Elo")
	}
	for _, line := range lines {
		p.line(line)
		if p.options.Format == Markdown {
			p.line("")
		}
	}
	if p.options.Format != Markdown {
		p.line("")
	}
	return nil
}

// decisionText is a decision in words.
func decisionText(d stats.Decision) string {
	if d == stats.Undecided {
		return "undecided"
	}
	return d.String() + " accepted"
}

// around is a value with its margin.
func around(i stats.Interval) string { return decimal(i.Value) + " +/- " + decimal(i.Margin()) }

// decimal is a number with two places; a number that there is none of is
// "unknown".
func decimal(v float64) string {
	switch {
	case math.IsNaN(v):
		return "unknown"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	if math.Abs(v) < 0.005 {
		v = 0 // without a sign
	}
	return fmt.Sprintf("%.2f", v)
}

// ratings writes the table of ratings, the best first.
func (p *page) ratings(m *match.Match) {
	ratings := m.Ratings()
	order := make([]int, len(ratings))
	for i := range order {
		order[i] = i
	}
	// What is shown alike is alike: the last digits differ between processors.
	shown := func(i int) float64 { return math.Round(10*ratings[i].Value)/10 + 0 }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shown(b), shown(a)) })
	var rows [][]string
	for place, i := range order {
		g := m.Overall(i)
		rows = append(rows, []string{
			strconv.Itoa(place + 1), p.safe(m.Players[i].Name), fmt.Sprintf("%+.1f", shown(i)), fmt.Sprintf("%.1f", ratings[i].Margin()),
			strconv.Itoa(g.Count()), strconv.Itoa(g.Won), strconv.Itoa(g.Drawn), strconv.Itoa(g.Lost), fmt.Sprintf("%.1f%%", 100*g.Score()),
		})
	}
	p.table([]column{
		{"rank", true},
		{"player", false},
		{"Elo", true},
		{"+/-", true},
		{"games", true},
		{"won", true},
		{"drawn", true},
		{"lost", true},
		{"score", true},
	}, rows)
}

// crosstable writes each against each.
func (p *page) crosstable(m *match.Match) {
	var rows [][]string
	for one := range m.Players {
		for other := one + 1; other < len(m.Players); other++ {
			s := m.Versus(one, other)
			if s.Games.Count() == 0 {
				continue
			}
			rows = append(rows, []string{
				p.safe(m.Players[one].Name), p.safe(m.Players[other].Name),
				fmt.Sprintf("+%d -%d =%d", s.Games.Won, s.Games.Lost, s.Games.Drawn), s.Pairs.String(), around(s.Pairs.Elo()),
			})
		}
	}
	p.table([]column{{"player", false}, {"against", false}, {"games", false}, {"Ptnml(0-2)", false}, {"Elo", true}}, rows)
}

// endings writes how the games ended, and which of them were lost by whom because
// an engine failed.
func (p *page) endings(m *match.Match) {
	columns := []column{{"ending", false}, {"games", true}}
	for _, e := range m.Players {
		columns = append(columns, column{"lost so by " + p.safe(e.Name), true})
	}
	counts := m.Endings()
	var rows [][]string
	for _, e := range match.Endings() {
		if counts[e] == 0 {
			continue
		}
		row := []string{e.String(), strconv.Itoa(counts[e])}
		for player := range m.Players {
			row = append(row, some(m.Failures(player)[e]))
		}
		rows = append(rows, row)
	}
	p.table(columns, rows)
}

// gameFaults writes what the engines did wrong.
func (p *page) gameFaults(m *match.Match) {
	var rows [][]string
	hidden := 0
	for i := range m.Games {
		g := &m.Games[i]
		loser, lost := g.Loser()
		if !lost || !g.Ending.IsFailure() {
			continue
		}
		if len(rows) == maxGameFaults {
			hidden++
			continue
		}
		rows = append(rows, []string{strconv.Itoa(g.Number + 1), p.safe(m.Players[g.Player(loser)].Name), g.Ending.String(), p.message(g.Message)})
	}
	p.table([]column{{"game", true}, {"player", false}, {"ending", false}, {"message", false}}, rows)
	if hidden > 0 {
		p.line(fmt.Sprintf("and %d more", hidden))
		p.line("")
	}
}

// games writes one row for each game.
func (p *page) games(m *match.Match) {
	var rows [][]string
	for i := range m.Games {
		g := &m.Games[i]
		rows = append(rows, []string{
			strconv.Itoa(g.Number + 1), p.safe(m.Players[g.White].Name), p.safe(m.Players[g.Black].Name),
			g.Result.String(), g.Ending.String(), strconv.Itoa(len(g.Plies)),
		})
	}
	p.table([]column{{"game", true}, {"white", false}, {"black", false}, {"result", false}, {"ending", false}, {"plies", true}}, rows)
}

// MatchFields are the pairs of a match for the machine-readable line. Figures of
// two players are those of the first.
func MatchFields(m *match.Match) []Field {
	var names []string
	for _, e := range m.Players {
		names = append(names, e.Name)
	}
	fields := []Field{{"players", strings.Join(names, ",")}, {"games", strconv.Itoa(len(m.Games))}}
	if len(m.Players) == 2 {
		s := m.Versus(0, 1)
		fields = append(fields,
			Field{"won", strconv.Itoa(s.Games.Won)}, Field{"drawn", strconv.Itoa(s.Games.Drawn)}, Field{"lost", strconv.Itoa(s.Games.Lost)},
			Field{"elo", decimal(s.Pairs.Elo().Value)}, Field{"margin", decimal(s.Pairs.Elo().Margin())},
			Field{"nelo", decimal(s.Pairs.NElo().Value)}, Field{"los", fmt.Sprintf("%.4f", s.Pairs.LOS())})
		if _, decision, llr, err := m.Verdict(); m.Test != "" && err == nil {
			fields = append(fields, Field{"llr", decimal(llr)}, Field{"decision", decision.String()})
		}
	}
	fields = append(fields,
		Field{"time_losses", strconv.Itoa(m.Endings()[match.TimeLoss])},
		Field{"faults", strconv.Itoa(m.Faults())},
		Field{"nodes", strconv.FormatUint(m.Nodes(), 10)})
	if m.Shard != (bench.Shard{}) {
		fields = append(fields, Field{"shard", m.Shard.String()})
	}
	return fields
}
