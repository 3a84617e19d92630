package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/tune/spsa"
)

// spsaCommand returns the command that tunes numbers of the search by games.
func spsaCommand() *cli.Command {
	return &cli.Command{
		Name:  "spsa",
		Usage: "tune numbers of the search by games of the engine against itself",
		Description: "Each batch of game pairs compares two engines whose parameters are a step apart, each\n" +
			"up or down at random, and moves the parameters toward the winner. The file has a line\n" +
			"for each batch. It is the same for the same engine and settings, with any number of\n" +
			"workers, and the same command goes on where a killed one ended.\n\n" +
			"   zugtune spsa --parameter lmrbase=45:0:150:10 --parameter rfp --pairs 5000 -o tuned.jsonl\n\n" +
			"START is by default the number of --search, the range from half of it to its double,\n" +
			"and STEP, the perturbation at the end, a twentieth of the range.",
		HideHelpCommand: true,
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "parameter", Required: true, Usage: "tune the number `P` of --search, KEY[=START[:MIN:MAX[:STEP]]]; may be repeated"},
			&cli.StringFlag{Name: "search", Value: "modern", Usage: "search `S` to begin with"},
			&cli.StringFlag{Name: "limit", Value: "nodes=5000", Usage: "limit `L` of each move, by nodes or depth"},
			&cli.IntFlag{Name: "pairs", Value: 5000, Usage: "play `N` pairs of games, a multiple of --batch"},
			&cli.IntFlag{Name: "batch", Value: 8, Usage: "pairs `N` for each step"},
			&cli.Float64Flag{Name: "rate", Value: 0.2, Usage: "share `X` of STEP that a batch moves a parameter at the end if one side wins all games"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "seed `N` of directions and openings"},
			&cli.IntFlag{Name: "hash", Value: 2, Usage: "transposition table in `MiB`"},
			&cli.IntFlag{Name: "workers", Value: 1, Usage: "play `N` games at a time"},
			&cli.PathFlag{Name: "html", Usage: "draw the parameters over the batches in the page `FILE`"},
			&cli.PathFlag{Name: "out", Aliases: []string{"o"}, Required: true, Usage: "write the batches to `FILE`"},
		}, farmFlags()...),
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return fmt.Errorf("argument %q (expected options only)", c.Args().First())
			}
			t := spsaRun{
				path: c.Path("out"), page: c.Path("html"), workers: c.Int("workers"),
				head: spsaHead{
					Format: spsaFormat, Schema: spsaSchema, Limit: c.String("limit"), Hash: c.Int("hash"),
					Pairs: c.Int("pairs"), Batch: c.Int("batch"), Rate: c.Float64("rate"), Seed: c.Uint64("seed"),
				},
				out: c.App.Writer, diagnostics: c.App.ErrWriter,
			}
			if err := t.prepare(c.String("search"), c.StringSlice("parameter")); err != nil {
				return err
			}
			if c.IsSet("farm") {
				var err error
				if t.farm, err = openFarm(c); err != nil {
					return err
				}
			}
			t.sign = signatureOf(search.Options{Policy: t.engine.Policy, Params: t.engine.Params, Threads: t.engine.Threads})
			return t.run(c.Context)
		},
	}
}

// spsaRun holds the state of one call of the command.
type spsaRun struct {
	path, page string // page is empty for none
	workers    int
	head       spsaHead
	engine     builtin.Settings // of the start
	control    match.Control
	book       *match.Book
	tuning     spsa.Tuning
	sign       signatureFunc
	farm       *farm.Farm // nil: the games are played here

	out, diagnostics io.Writer
	records          []spsaRecord
}

// prepare parses and validates the settings.
func (t *spsaRun) prepare(base string, parameters []string) (err error) {
	t.engine = builtin.Defaults()
	t.engine.HashMB = t.head.Hash
	if t.engine.Params, err = search.ParseParams(base); err != nil {
		return err
	}
	if t.control, err = match.ParseControl(t.head.Limit); err != nil {
		return err
	}
	if t.book, err = match.DefaultBook(game.Chess); err != nil {
		return err
	}
	for _, text := range parameters {
		p, err := parseParameter(text, t.engine.Params)
		if err != nil {
			return err
		}
		t.head.Parameters = append(t.head.Parameters, p)
	}
	h := &t.head
	switch most := len(t.book.Openings); {
	case !t.control.Exact():
		return fmt.Errorf("limit %s reads a clock (expected nodes or depth)", t.control)
	case h.Batch < 1 || h.Batch > most:
		return fmt.Errorf("flag --batch=%d (expected 1 to %d, the openings of the book)", h.Batch, most)
	case h.Pairs < 1 || h.Pairs%h.Batch != 0:
		return fmt.Errorf("flag --pairs=%d (expected a multiple of --batch=%d)", h.Pairs, h.Batch)
	case h.Hash < 1 || h.Hash > search.MaxHashMB:
		return fmt.Errorf("flag --hash=%d (expected 1 to %d)", h.Hash, search.MaxHashMB)
	case t.workers < 1 || t.workers > bench.MaxWorkers:
		return fmt.Errorf("flag --workers=%d (expected 1 to %d)", t.workers, bench.MaxWorkers)
	}
	h.Search, h.Limit, h.Book = t.engine.Params.String(), t.control.String(), t.book.Digest
	t.tuning = spsa.Tuning{Parameters: h.Parameters, Iterations: h.Pairs / h.Batch, Rate: h.Rate, Seed: h.Seed}
	if err := t.tuning.Check(); err != nil {
		return err
	}
	if t.page != "" {
		if err := file.CheckTarget(t.page); err != nil {
			return err
		}
	}
	return file.CheckTarget(t.path)
}

// run plays the batches missing from the file, and reports the result, also when interrupted.
func (t *spsaRun) run(ctx context.Context) (err error) {
	if t.head.Signature, err = t.sign(ctx); err != nil {
		return err
	}
	log, err := t.openLog()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.close()) }()
	err = t.iterate(ctx, log)
	if err != nil && ctx.Err() == nil {
		return err
	}
	return errors.Join(err, t.report())
}

// spsaInterval is the time between two reports of progress.
const spsaInterval = 10 * time.Second

// iterate plays the remaining batches and appends each to the file.
func (t *spsaRun) iterate(ctx context.Context, log *spsaLog) error {
	start, first := time.Now(), len(t.records)
	last := start
	for k := first; k < t.tuning.Iterations; k++ {
		theta := t.theta()
		plus, minus := t.tuning.Perturb(k, theta)
		pairs, err := t.play(ctx, k, plus, minus)
		if err != nil {
			return err
		}
		points := 0 // half points of plus
		for halves, count := range pairs {
			points += halves * count
		}
		result := float64(points-2*t.head.Batch) / float64(2*t.head.Batch)
		r := spsaRecord{Iteration: k + 1, Theta: t.tuning.Update(k, theta, result), Pairs: pairs}
		if err := log.append(&r); err != nil {
			return err
		}
		t.records = append(t.records, r)
		now := time.Now()
		if now.Sub(last) < spsaInterval && k+1 < t.tuning.Iterations {
			continue
		}
		last = now
		each := now.Sub(start) / time.Duration(k+1-first)
		fmt.Fprintf(t.diagnostics, "batch %d of %d: %s, %.2f s/pair, about %v left\n", k+1, t.tuning.Iterations, t.values(),
			each.Seconds()/float64(t.head.Batch), (each * time.Duration(t.tuning.Iterations-k-1)).Round(time.Second))
	}
	return nil
}

// theta returns the parameters after the last batch.
func (t *spsaRun) theta() []float64 {
	if n := len(t.records); n > 0 {
		return t.records[n-1].Theta
	}
	return t.tuning.Start()
}

// play plays the batch of an iteration and returns the numbers of pairs by the points of plus.
func (t *spsaRun) play(ctx context.Context, iteration int, plus, minus []int) (stats.Pairs, error) {
	var players []match.Player
	var on []engines.Engine
	for i, values := range [][]int{plus, minus} {
		settings := t.engine
		var err error
		if settings.Params, err = t.with(values); err != nil {
			return stats.Pairs{}, err
		}
		e, err := engines.Builtin(ctx, settings, false)
		if err != nil {
			return stats.Pairs{}, err
		}
		players = append(players, match.Player{Name: [...]string{"plus", "minus"}[i], Control: t.control, Open: func(int) (engine.Engine, error) { return e.Open() }})
		on = append(on, e)
	}
	config := match.Config{
		Schedule: match.Schedule{Rounds: t.head.Batch, Book: t.book, Seed: t.tuning.GameSeed(iteration)},
		Rules:    match.PlayRules(), Workers: t.workers, Now: time.Now,
	}
	if t.farm != nil {
		var err error
		if config.Remote, err = t.farm.Match(players, on, &config); err != nil {
			return stats.Pairs{}, err
		}
	}
	m, err := match.Execute(ctx, players, config)
	if err != nil {
		return stats.Pairs{}, err
	}
	if n := m.Faults(); n > 0 {
		return stats.Pairs{}, fmt.Errorf("engine faults ended %d of %d games of batch %d", n, len(m.Games), iteration+1)
	}
	return m.ScoreAgainst(0, 1).Pairs, nil
}

// with returns the starting search with the given values of the parameters.
func (t *spsaRun) with(values []int) (search.Params, error) {
	text := t.head.Search
	for i, p := range t.head.Parameters {
		text += fmt.Sprintf(",%s=%d", p.Key, values[i])
	}
	return search.ParseParams(text)
}

// result returns the search with the current parameters, rounded to the nearest integers.
func (t *spsaRun) result() (search.Params, error) {
	var values []int
	for _, x := range t.theta() {
		values = append(values, int(math.Round(x)))
	}
	return t.with(values)
}

// parseParameter reads KEY, KEY=START, KEY=START:MIN:MAX or KEY=START:MIN:MAX:STEP. An empty START stands for the value in base.
func parseParameter(text string, base search.Params) (p spsa.Parameter, err error) {
	wrong := fmt.Errorf("parameter %.60q (expected KEY, KEY=START, KEY=START:MIN:MAX or KEY=START:MIN:MAX:STEP with numbers)", text)
	key, rest, given := strings.Cut(text, "=")
	value, low, high, err := base.Number(key)
	if err != nil {
		return p, err
	}
	p = spsa.Parameter{Key: key, Start: float64(value)}
	parts := strings.Split(rest, ":")
	if parts[0] != "" {
		p.Start, err = strconv.ParseFloat(parts[0], 64)
	}
	if err != nil || given && rest == "" {
		return p, wrong
	}
	switch len(parts) {
	case 1:
		if p.Start == 0 {
			return p, fmt.Errorf("parameter %s is 0, which gives no range (expected %s=START:MIN:MAX within %d to %d)", key, key, low, high)
		}
		p.Min, p.Max = max(low, int(p.Start/2)), min(high, int(2*p.Start))
	case 3, 4:
		var errs [2]error
		p.Min, errs[0] = strconv.Atoi(parts[1])
		p.Max, errs[1] = strconv.Atoi(parts[2])
		if errs != [2]error{} {
			return p, wrong
		}
		if p.Min < low || p.Max > high {
			return p, fmt.Errorf("parameter %s: range from %d to %d (expected both within %d to %d)", key, p.Min, p.Max, low, high)
		}
	default:
		return p, wrong
	}
	p.Step = max(1, float64(p.Max-p.Min)/20)
	if len(parts) == 4 {
		if p.Step, err = strconv.ParseFloat(parts[3], 64); err != nil {
			return p, wrong
		}
	}
	return p, nil
}
