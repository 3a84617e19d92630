package finding

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/play"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
)

// maxGameFaults is the largest number of messages of failed engines that are shown.
const maxGameFaults = 10

// Match shows the players, the statistics, the endings of the games and the faults of engines. It shows the ratings
// of more than two players. With verbose it shows every game. It fails if Match.Test cannot be parsed.
func Match(m *match.Match, verbose bool) (doc.Document, error) {
	d := matchHead(m)
	if len(m.Players) == 2 {
		lines, err := pairStatistics(m)
		if err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
		d = append(d, lines, figure.Match(m))
	} else {
		d = append(d, ratings(m), crosstable(m))
	}
	return append(d, matchEndings(m), gameFaults(m), doc.If(verbose, games(m))), nil
}

// MatchTitle says in words what came of a match.
func MatchTitle(verdict string, m *match.Match) doc.Text {
	title := "match " + doc.Sentence(verdict) + ": "
	if len(m.Players) != 2 {
		return title + doc.Plural(len(m.Players), "player") + ", " + doc.Plural(len(m.Games), "game")
	}
	title += doc.Join(doc.Quote, playerNames(m), " against ")
	if pairs := m.ScoreAgainst(0, 1).Pairs; pairs.Count() > 0 {
		title += ", Elo " + withMargin(pairs.Elo())
	}
	return title
}

// matchHead says what was played.
func matchHead(m *match.Match) doc.Document {
	title := doc.Join(doc.Quote, playerNames(m), " against ")
	if n := len(m.Players); n > 2 {
		title = doc.Plural(n, "player") + ", " + doc.Word(m.Form)
	}
	d := doc.Document{doc.Heading(doc.Textf("match: %s, %s of %d", title, doc.Plural(len(m.Games), "game"), m.Total()) +
		doc.When(m.Shard != (bench.Shard{}), ", shard "+doc.Word(m.Shard)))}
	for _, e := range m.Players {
		d = append(d, doc.Paragraph{doc.Textf("player %s: %s, limit %s", e.Name, report.EngineText(e.Engine), e.Control)})
	}
	book := doc.Textf("book %s with %s, seed %d", m.Book.Name, doc.Plural(m.Book.Openings, "opening"), m.Seed) +
		doc.When(m.RandomPlies == 1, ", 1 random ply behind each") +
		doc.When(m.RandomPlies > 1, doc.Textf(", %d random plies behind each", m.RandomPlies))
	return append(d, doc.Paragraph{book + "; adjudication: " + doc.Sentence(m.Rules)})
}

func playerNames(m *match.Match) []string {
	names := make([]string, len(m.Players))
	for i, e := range m.Players {
		names[i] = e.Name
	}
	return names
}

// pairStatistics returns the statistics of two players in the words of the field.
func pairStatistics(m *match.Match) (doc.Lines, error) {
	s := m.ScoreAgainst(0, 1)
	lines := doc.Lines{
		"Elo: " + withMargin(s.Pairs.Elo()) + ", nElo: " + withMargin(s.Pairs.NElo()),
		doc.Textf("LOS: %.2f %%, draw ratio: %s, pairs ratio: %s", 100*s.Pairs.LOS(), doc.Share(s.Games.Drawn, s.Games.Count()), doc.Decimal(s.Pairs.PairsRatio())),
	}
	if m.Test != "" {
		test, decision, llr, err := m.Verdict()
		if err != nil {
			return nil, err
		}
		low, high := test.Bounds()
		lines = append(lines, doc.Textf("LLR: %s (%.2f, %.2f) [%.2f, %.2f], %s: %s", doc.Decimal(llr), low, high, test.Elo0, test.Elo1, test.Model, decisionText(decision)))
	}
	lines = append(lines,
		doc.Textf("Games: %d, Wins: %d, Losses: %d, Draws: %d, Score: %.2f %%", s.Games.Count(), s.Games.Won, s.Games.Lost, s.Games.Drawn, 100*s.Games.Score()),
		"Ptnml(0-2): "+doc.Word(s.Pairs))
	if s.Unpaired > 0 {
		lines = append(lines, doc.Plural(s.Unpaired, "game")+" without the other one of the pair: in Games, not in Elo")
	}
	return lines, nil
}

// PresetMatch returns the report of a match of a preset, with what is published of such a one.
func PresetMatch(m *match.Match, preset *play.Preset, verbose bool) (doc.Document, error) {
	page, err := Match(m, verbose)
	if len(m.Players) == 2 {
		page = append(page, Published(preset.Published, m.ScoreAgainst(0, 1).Pairs))
	}
	return page, err
}

// Published compares the pairs of a match with published results of such a match: Elo with its
// interval of 95 %, and that of three standard deviations of the mean score, which the
// null-move papers give. It is empty without a published figure.
func Published(published []play.Published, here stats.Pairs) doc.Document {
	if len(published) == 0 {
		return nil
	}
	rows := []doc.Row{eloRow("here", doc.Plural(2*here.Count(), "game"), here.Elo(), here.EloWithin(3))}
	for _, p := range published {
		name := "published: " + doc.Sentence(p.Source)
		switch {
		case p.Pairs != stats.Pairs{}:
			rows = append(rows, eloRow(name, doc.Plural(2*p.Pairs.Count(), "game"), p.Pairs.Elo(), p.Pairs.EloWithin(3)))
		case p.Games != stats.Games{}:
			games := doc.Textf("+%d -%d =%d", p.Games.Won, p.Games.Lost, p.Games.Drawn)
			rows = append(rows, eloRow(name, games, p.Games.Elo(), p.Games.EloWithin(3)))
		default:
			rows = append(rows, doc.Row{name, "", doc.Sentence(p.Elo), "", ""})
		}
	}
	columns := doc.Words("match").Numbers("games", "Elo", "95 %", "three standard deviations")
	return doc.Document{doc.Table{Columns: columns, Rows: doc.FixedRows(rows)}}
}

// eloRow is Elo with two intervals.
func eloRow(name, games doc.Text, near, far stats.Interval) doc.Row {
	return doc.Row{name, games, withMargin(near), intervalText(near), intervalText(far)}
}

func withMargin(i stats.Interval) doc.Text { return doc.Margin(i.Value, i.Margin()) }

// intervalText returns the ends of an interval.
func intervalText(i stats.Interval) doc.Text {
	return doc.Decimal(i.Low) + " to " + doc.Decimal(i.High)
}

// MatchPresetNames returns the names of the presets of matches.
func MatchPresetNames() (names []string) {
	for _, p := range play.Presets() {
		names = append(names, p.Name)
	}
	return names
}

// MatchPresets lists the presets of matches, a line for each.
func MatchPresets() string {
	var b strings.Builder
	for _, p := range play.Presets() {
		fmt.Fprintf(&b, "   %-19s %s\n", p.Name, p.What)
	}
	return b.String()
}

func decisionText(d stats.Decision) doc.Text {
	if d == stats.Undecided {
		return "undecided"
	}
	return doc.Word(d) + " accepted"
}

// ratings returns the table of ratings, the best first.
func ratings(m *match.Match) doc.Table {
	ratings := m.Ratings()
	order := make([]int, len(ratings))
	for i := range order {
		order[i] = i
	}
	// Ratings that show equal are equal: the last digits differ between processors.
	shown := func(i int) float64 { return math.Round(10*ratings[i].Value)/10 + 0 }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shown(b), shown(a)) })
	var rows []doc.Row
	for place, i := range order {
		g := m.TotalScore(i)
		rows = append(rows, doc.Row{
			doc.Count(place + 1), doc.Quote(m.Players[i].Name), doc.Textf("%+.1f", shown(i)), doc.Textf("%.1f", ratings[i].Margin()),
			doc.Count(g.Count()), doc.Count(g.Won), doc.Count(g.Drawn), doc.Count(g.Lost), doc.Percent(g.Score(), 1),
		})
	}
	columns := doc.Numbers("rank").Words("player").Numbers("Elo", "+/-", "games", "won", "drawn", "lost", "score").Spare("lost", "drawn", "won")
	return doc.Table{Columns: columns, Rows: doc.FixedRows(rows)}
}

// crosstable returns each against each.
func crosstable(m *match.Match) doc.Table {
	var rows []doc.Row
	for one := range m.Players {
		for other := one + 1; other < len(m.Players); other++ {
			s := m.ScoreAgainst(one, other)
			if s.Games.Count() == 0 {
				continue
			}
			rows = append(rows, doc.Row{
				doc.Quote(m.Players[one].Name), doc.Quote(m.Players[other].Name),
				doc.Textf("+%d -%d =%d", s.Games.Won, s.Games.Lost, s.Games.Drawn), doc.Word(s.Pairs), withMargin(s.Pairs.Elo()),
			})
		}
	}
	return doc.Table{Columns: doc.Words("player", "against", "games", "Ptnml(0-2)").Numbers("Elo"), Rows: doc.FixedRows(rows)}
}

// matchEndings returns the endings of the games, and who lost by a failure of the engine.
func matchEndings(m *match.Match) doc.Table {
	columns := doc.Words("ending").Numbers("games")
	for _, e := range m.Players {
		columns = columns.Numbers("lost so by " + doc.Quote(e.Name))
	}
	counts := m.Endings()
	var rows []doc.Row
	for _, e := range match.Endings() {
		if counts[e] == 0 {
			continue
		}
		row := doc.Row{doc.Word(e), doc.Count(counts[e])}
		for player := range m.Players {
			row = append(row, doc.CountOrNone(m.Failures(player)[e]))
		}
		rows = append(rows, row)
	}
	return doc.Table{Columns: columns, Rows: doc.FixedRows(rows)}
}

// gameFaults returns what the engines did wrong.
func gameFaults(m *match.Match) doc.Table {
	return doc.Table{Columns: doc.Numbers("game").Words("player", "ending", "message"), Most: maxGameFaults, Rows: func(add func(func() doc.Row)) {
		for i := range m.Games {
			g := &m.Games[i]
			if loser, lost := g.Loser(); lost && g.Ending.IsFailure() {
				add(func() doc.Row {
					return doc.Row{doc.Count(g.Number + 1), doc.Quote(m.Players[g.Player(loser)].Name), doc.Word(g.Ending), doc.Message(g.Message)}
				})
			}
		}
	}}
}

// games has one row for each game.
func games(m *match.Match) doc.Table {
	columns := doc.Numbers("game").Words("white", "black", "result", "ending").Numbers("plies")
	return doc.Table{Columns: columns, Rows: doc.EachRow(m.Games, func(g *match.Game) doc.Row {
		return doc.Row{
			doc.Count(g.Number + 1), doc.Quote(m.Players[g.White].Name), doc.Quote(m.Players[g.Black].Name),
			doc.Word(g.Result), doc.Word(g.Ending), doc.Count(len(g.Plies)),
		}
	})}
}

// MatchFields returns the pairs of a match for the machine-readable line. Figures of
// two players are those of the first.
func MatchFields(m *match.Match) []report.Field {
	fields := report.Fields("players", strings.Join(playerNames(m), ","), "games", len(m.Games))
	if len(m.Players) == 2 {
		s := m.ScoreAgainst(0, 1)
		fields = append(fields, report.Fields(
			"won", s.Games.Won, "drawn", s.Games.Drawn, "lost", s.Games.Lost,
			"elo", doc.Decimal(s.Pairs.Elo().Value), "margin", doc.Decimal(s.Pairs.Elo().Margin()),
			"nelo", doc.Decimal(s.Pairs.NElo().Value), "los", fmt.Sprintf("%.4f", s.Pairs.LOS()))...)
		if _, decision, llr, err := m.Verdict(); m.Test != "" && err == nil {
			fields = append(fields, report.Fields("llr", doc.Decimal(llr), "decision", decision)...)
		}
	}
	fields = append(fields, report.Fields("time_losses", m.Endings()[match.TimeLoss], "faults", m.Faults(), "nodes", m.Nodes())...)
	return append(fields, report.ShardFields(m.Shard)...)
}
