package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
)

// matchCommand plays games between engines.
func matchCommand() *cli.Command {
	return &cli.Command{
		Name:      "match",
		Usage:     "play games between engines or policies: Elo, SPRT, ratings",
		ArgsUsage: "[[NAME=]ENGINE]...",
		Description: "Plays pairs of games from one opening with the sides changed, and says what they\n" +
			"show. An engine is zugwatch, a name in " + configName + " or a program; without any the\n" +
			"built-in one plays itself. --a and --b change the first and the second player,\n" +
			"--player NAME:KEY=VALUE any of them: nullmove, search, hash, threads, tc, nodes,\n" +
			"depth, movetime, or option.NAME for a UCI option.\n\n" +
			"   zugwatch match --a nullmove=nmr3-4 --b nullmove=adaptive2-3 --nodes 20000 --games 1000\n" +
			"   zugwatch match ./new ./old --tc 8+0.08 --sprt elo0=0,elo1=5 --gate -o new.json\n" +
			"   zugwatch match --base main --sprt elo0=-3,elo1=1 --tc 8+0.08 --gate\n" +
			"   zugwatch match zugwatch stockfish --a nodes=50000 --b nodes=500 --pgn games.pgn\n" +
			"   zugwatch match off=zugwatch r3=zugwatch best=zugwatch --player off:nullmove=off \\\n" +
			"      --player r3:nullmove=r3 --pairs 200 --tournament gauntlet\n\n" +
			"A limit by nodes or depth is exact: the same games every time, with any number of\n" +
			"workers. Exit code 0: finished, or H1 accepted; 1: H0 accepted with --gate; 6: not\n" +
			"decided; 4: more faults of engines than --max-faults.",
		Flags: concat(
			matchPresetFlags(), controlFlags(), playerFlags(), revisionFlags(), scheduleFlags(), ruleFlags(),
			[]cli.Flag{
				&cli.StringFlag{Name: "sprt", Usage: "end with a sequential `TEST`, elo0=0,elo1=5[,alpha=0.05,beta=0.05,model=normalized]"},
				&cli.BoolFlag{Name: "gate", Usage: "end with exit code 1 when the test accepts H0"},
				&cli.IntFlag{Name: "max-faults", Usage: "tolerate `N` games that a crash, a hang or an illegal move ended"},
				&cli.StringFlag{Name: "shard", Usage: "play only `i/n` of the pairs, for zugwatch merge; slurm, kubernetes or github reads it from the environment"},
				pgnFlag(),
				outFlag("write the match to `FILE`"),
			},
			checkpointFlags(), measurementFlags(), pageFlags()),
		Action: func(c *cli.Context) error {
			return conclude(c, func() (conclusion, error) { return playMatch(c) })
		},
		BashComplete: completeEngines,
	}
}

// completeEngines lists the engines of the configuration.
func completeEngines(c *cli.Context) {
	names := []string{builtinName}
	if settings, err := loadConfig(""); err == nil {
		names = engineNames(settings.Engines)
	}
	for _, name := range names {
		fmt.Fprintln(c.App.Writer, name)
	}
}

// pgnFlag names the file for the games.
func pgnFlag() cli.Flag {
	return &cli.PathFlag{Name: "pgn", Usage: "write the games to `FILE` as PGN"}
}

// moreFaults is how many faults beyond those that are tolerated end a match at
// once: as a measurement it is lost already.
const moreFaults = 20

// playMatch reads the command line, plays and reports.
func playMatch(c *cli.Context) (end conclusion, err error) {
	options, err := pageOptions(c)
	if err != nil {
		return end, err
	}
	if err := applyMatchPreset(c); err != nil {
		return end, err
	}
	settings, measurement, err := setUp(c)
	if err != nil {
		return end, err
	}
	mode, err := checkpointMode(c)
	if err != nil {
		return end, err
	}
	line, err := newLineup(c, settings, measurement)
	defer func() { err = errors.Join(err, line.close(c)) }()
	if err != nil {
		return end, err
	}
	config, err := matchConfig(c, measurement, line.players)
	if err != nil {
		return end, err
	}
	if err := line.tell(c, options); err != nil {
		return end, err
	}
	m, err := runMatch(c, config, line.players, mode)
	if m == nil {
		return end, err
	}
	end.fields = append(report.MatchFields(m), line.fields...)
	shown := report.Match(c.App.Writer, m, options)
	if err == nil {
		end.verdict, end.code, err = matchVerdict(m, c.Bool("gate"), c.Int("max-faults"))
		shown = errors.Join(shown, writeMatchInto(c, m))
	}
	return end, errors.Join(err, shown)
}

// runMatch plays, with a journal where there is a file. A match that was cut short
// comes with the error.
func runMatch(c *cli.Context, config match.Config, players []contestant, mode store.Mode) (m *match.Match, err error) {
	keeper, err := openKeeper(c, players, mode)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, keeper.close()) }()
	shown := newMatchProgress(c.App.ErrWriter, config)
	config.Progress, config.Recorder, config.Now = shown.event, keeper.recorder(), time.Now
	var playing []match.Player
	for _, p := range players {
		playing = append(playing, p.player)
	}
	m, err = match.Execute(c.Context, playing, config)
	shown.end()
	err = interruption(c.Context, checkpointError(err))
	if m == nil {
		return nil, err
	}
	return m, keeper.save(m, err)
}

// matchVerdict is how a match that was played to its end concludes.
func matchVerdict(m *match.Match, gate bool, tolerated int) (verdict string, code int, err error) {
	if faults := m.Faults(); faults > tolerated {
		return compare.Inconclusive.String(), codeEngine, &failure{
			code: codeEngine, err: fmt.Errorf("engine faults ended %d of %d games (tolerated: %d)", faults, len(m.Games), tolerated),
		}
	}
	if m.Test == "" {
		return "complete", codePass, nil
	}
	_, decision, _, err := m.Verdict()
	switch {
	case err != nil:
		return "", codeMachine, err
	case decision == stats.AcceptedH1:
		return compare.Pass.String(), codePass, nil
	case decision == stats.AcceptedH0 && gate:
		return compare.Fail.String(), codeRegression, nil
	case decision == stats.AcceptedH0:
		return "complete", codePass, nil
	}
	return compare.Inconclusive.String(), codeUndecided, nil
}

// mergeMatches merges the files of the shards of a match.
func mergeMatches(c *cli.Context, files []string) (end conclusion, err error) {
	options, err := pageOptions(c)
	if err != nil {
		return end, err
	}
	parts := make([]*match.Match, len(files))
	for i, file := range files {
		if parts[i], err = store.LoadMatch(file); err != nil {
			return end, err
		}
	}
	m, err := match.Merge(parts)
	if err != nil {
		return end, mergeError(files, err)
	}
	end = conclusion{fields: report.MatchFields(m)}
	if err := outputError(store.SaveMatch(c.Path("out"), m)); err != nil {
		return end, err
	}
	if file := c.Path("pgn"); file != "" {
		if err := outputError(store.SavePGN(file, m)); err != nil {
			return end, err
		}
	}
	end.verdict, end.code, err = matchVerdict(m, false, m.Faults())
	return end, errors.Join(err, report.Match(c.App.Writer, m, options))
}

// matchBook opens the book of a match.
func matchBook(name string, plies int) (*match.Book, error) {
	switch name {
	case "", "default":
		return match.DefaultBook()
	case "start":
		return match.StartBook(), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, badInput("flag --book: %w (expected default, start or a file that ends in .epd or .pgn)", err)
	}
	defer file.Close()
	book, err := match.ReadBook(file, name, plies)
	return book, withCode(codeInput, err)
}
