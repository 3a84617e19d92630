package main

import (
	"cmp"
	"errors"
	"io"
	"math"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/play"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/report/progress"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
)

// matchCommand returns the command match.
func matchCommand() *cli.Command {
	return command.New("match [[NAME=]ENGINE]...", "play games between engines or policies: Elo, SPRT, ratings",
		command.PageAction(command.ArbitraryArgs(), playMatch), []cli.Flag{
			flags.OneOf(&cli.StringFlag{Name: "preset", Usage: "play the published match again that `NAME` stands for in the list above; other flags change it"}, finding.MatchPresetNames()...),
			flags.File("into", "write the report of the preset into `FILE`, between its marks"),

			&cli.StringFlag{Name: "tc", Usage: "play on a `CLOCK` in seconds: 8+0.08, 60 or 40/60+0.5, 300b10 with a byoyomi"},
			&cli.StringFlag{Name: "nodes", DefaultText: "20000 without any limit", Usage: "search at most `N` nodes for each move"},
			&cli.StringFlag{Name: "depth", Usage: "search each move to depth `N` in plies"},
			&cli.StringFlag{Name: "movetime", Usage: "search each move for a `TIME`, such as 100ms"},
			&cli.StringFlag{Name: "time-margin", Usage: "do not lose a game for an answer that comes up to `TIME` late"},

			&cli.StringSliceFlag{Name: "a", Usage: "change the first player by `KEY=VALUE`, such as nullmove=r3, nodes=5000 or option.Hash=64"},
			&cli.StringSliceFlag{Name: "b", Usage: "change the second player by `KEY=VALUE`"},
			&cli.StringSliceFlag{Name: "player", Usage: "change a player by `NAME:KEY=VALUE`"},
			flags.Option(), flags.NoBuild(),
			&cli.StringFlag{Name: "base", Usage: "play against the engine as it is built at `REVISION`; the first player is that of the work tree or --head"},
			&cli.StringFlag{Name: "head", DefaultText: "the work tree as it is", Usage: "the other `REVISION` beside --base"},
			flags.NoCache(),

			&cli.IntFlag{Name: "games", DefaultText: "100, or until --sprt is decided", Usage: "play `N` games of each two players, an even number"},
			&cli.IntFlag{Name: "pairs", Usage: "the same as half as many `PAIRS`"},
			flags.OneOf(&cli.StringFlag{Name: "tournament", Value: match.RoundRobin.String(), Usage: "with more than two players: `round-robin`, or gauntlet of the first against all others"}, "round-robin", "gauntlet"),
			flags.OneOf(&cli.StringFlag{Name: "book", Value: "default", Usage: "begin games with the openings of `BOOK`: default, start, or a file that ends in .epd or .pgn"}, "default", "start"),
			&cli.IntFlag{Name: "book-plies", Value: match.BookPlies, Usage: "take `N` plies of each game of a PGN book"},
			&cli.IntFlag{Name: "random-plies", Usage: "play `N` random plies behind each opening"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "seed `N` of the order of the openings and of random plies"},
			flags.OneOf(&cli.StringFlag{Name: "draw", DefaultText: "off, on a clock " + match.PlayRules().Draw.String(), Usage: "call a game a draw by `RULE`: off, or moves=8,score=10,from=34"}, "off"),
			flags.OneOf(&cli.StringFlag{Name: "resign", DefaultText: "off, on a clock " + match.PlayRules().Resign.String(), Usage: "call a game lost by `RULE`: off, or moves=4,score=700[,two-sided]"}, "off"),
			&cli.IntFlag{Name: "max-moves", Usage: "call a game of `N` moves a draw"},

			&cli.StringFlag{Name: "sprt", Usage: "end with a sequential `TEST`, elo0=0,elo1=5[,alpha=0.05,beta=0.05,model=normalized]"},
			&cli.BoolFlag{Name: "gate", Usage: "end with exit code 1 when the test accepts H0"},
			&cli.IntFlag{Name: "max-faults", Usage: "tolerate `N` games that a crash, a hang or an illegal move ended"},
			&cli.StringFlag{Name: "shard", Usage: "play only `i/n` of the pairs, for zugwatch merge; slurm, kubernetes or github reads it from the environment"},
			pgnFlag(),
			flags.Out("write the match to `FILE`"),
		}, flags.Checkpoint(), flags.Runner(), flags.Farm(), command.PageFlags())
}

// playMatch plays the match of the command line.
func playMatch(in *flags.Reader, _ []string, shown command.Page) (end command.Conclusion, err error) {
	preset, into := matchPreset(in), in.Path("into")
	in.CheckInto("match", in.String("preset"))
	r, err := in.ReadyRunner()
	if err != nil {
		return end, err
	}
	preset.Begin = func(revisions []engines.Variant, config match.Config) (func(match.Event), func(), error) {
		if err := shown.Print(in.App.Writer, report.Revisions(report.Variants(revisions))); err != nil {
			return nil, nil, err
		}
		event, done := progress.Match(in.App.ErrWriter, config)
		return event, done, nil
	}
	result, err := play.Match(in.Ctx(), r, &preset.Options)
	if result == nil {
		return end, err
	}
	end = command.Conclusion{Verdict: result.Verdict.String(), Kind: result.Verdict.Failure(), Title: finding.MatchTitle(result.Verdict.String(), result.Match)}
	end.Fields = append(finding.MatchFields(result.Match), report.RevisionFields(result.Revisions)...)
	var broken error
	if end.Page, broken = finding.PresetMatch(result.Match, preset, shown.Options.Verbose); broken == nil && result.Verdict != play.Unfinished && into != "" {
		broken = file.OutputBetweenMarks(into, "match", in.String("preset"), func(w io.Writer) error {
			short, err := finding.PresetMatch(result.Match, preset, false)
			return cmp.Or(err, doc.Write(w, short, doc.Markdown, doc.Extent{}))
		})
	}
	return end, errors.Join(err, broken)
}

// mergeMatches merges the files of the shards of a match.
func mergeMatches(in *flags.Reader, files []string, shown command.Page) (end command.Conclusion, err error) {
	m, err := play.Merge(files, in.Path("out"), in.Path("pgn"))
	if m == nil {
		return end, err
	}
	end = command.Conclusion{Verdict: play.Complete.String(), Fields: finding.MatchFields(m), Title: finding.MatchTitle(play.Complete.String(), m)}
	if err == nil {
		end.Page, err = finding.Match(m, shown.Options.Verbose)
	}
	return end, err
}

// pgnFlag names the file for the games.
func pgnFlag() cli.Flag {
	return flags.File("pgn", "write the games to `FILE` as PGN, those of shogi in CSA format")
}

// matchPreset reads the flags of a match; the preset supplies missing ones.
func matchPreset(in *flags.Reader) *play.Preset {
	in.RequireFlag("into", "preset", "")
	preset, err := play.FindPreset(in.String("preset"))
	if in.AddErr(err); err != nil {
		return nil
	}
	o := &preset.Options
	o.Out, o.PGN, o.Mode, o.Shard = in.Path("out"), in.Path("pgn"), in.Mode(), in.Shard()
	readPlayers(in, o)
	o.MaxFaults = in.Number("max-faults", 0, math.MaxInt)
	o.Test = cmp.Or(flags.ParseOptional(in, "sprt", stats.ParseSPRT), o.Test)
	if o.Gate = in.Bool("gate"); o.Gate && o.Test == nil {
		in.Failf("flag --gate is of no use without --sprt (expected a test that can fail)")
	}
	readSchedule(in, o)
	return preset
}

// readPlayers reads the flags that select the players.
func readPlayers(in *flags.Reader, o *play.Options) {
	o.Engines, o.Changes = in.Args().Slice(), in.StringSlice("player")
	for flag, changes := range map[string]*[]string{"a": &o.A, "b": &o.B} {
		if in.IsSet(flag) {
			*changes = in.StringSlice(flag)
		}
	}
	for _, key := range play.LimitKeys() {
		if in.IsSet(key) {
			o.Limits[key] = in.String(key)
		}
	}
	switch {
	case in.IsSet("base"):
		o.Revisions = &play.Revisions{Base: in.String("base"), Head: in.String("head"), Rebuild: in.Bool("no-cache")}
	case in.IsSet("head"):
		in.Failf("flag --head without --base (expected both, or --base alone)")
	}
}

// readSchedule reads the flags that select the games, their adjudication, and the allowed lateness of an answer.
func readSchedule(in *flags.Reader, o *play.Options) {
	o.Form = flags.Parse(in, "tournament", match.ParseForm)
	o.BookPlies = in.Number("book-plies", 1, 400)
	o.Book, o.Seed = in.String("book"), in.Uint64("seed")
	if in.IsSet("random-plies") {
		o.RandomPlies = in.Int("random-plies")
	}
	games := in.Int("games")
	switch {
	case in.IsSet("pairs") && in.IsSet("games"):
		in.Failf("flag --games beside --pairs (expected one of them)")
	case in.IsSet("games") && (games < 2 || games%2 != 0 || games > 2*play.MaxPairs):
		in.Failf("flag --games=%d (expected an even number from 2 to %d)", games, 2*play.MaxPairs)
	case in.IsSet("games"):
		o.Pairs = games / 2
	case in.IsSet("pairs"):
		o.Pairs = in.Number("pairs", 1, play.MaxPairs)
	}
	o.Draw = cmp.Or(flags.ParseOptional(in, "draw", match.ParseDrawRule), o.Draw)
	o.Resign = cmp.Or(flags.ParseOptional(in, "resign", match.ParseResignRule), o.Resign)
	if o.MaxMoves = in.Int("max-moves"); o.MaxMoves < 0 || o.MaxMoves > match.MaxMoves {
		in.Failf("flag --max-moves=%d (expected a number from 1 to %d)", o.MaxMoves, match.MaxMoves)
	}
	if in.String("time-margin") != "" {
		o.Margin = flags.ParseNamed(in, "time-margin", play.ParseMargin)
	}
}
