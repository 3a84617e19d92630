package sensitivity

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/play"
	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
)

// session holds what all mutants of one measurement share.
type session struct {
	runner   *runner.Runner
	options  *Options
	comparer *gate.Comparer
	folder   string // temporary, for patched programs
	kept     *Report
}

// Measure judges the mutants by the unchanged engine, or lets them play against it, one after the
// other. With a file it goes on where an earlier attempt ended. A measurement that was cut short
// comes with its error and the mutants so far.
func Measure(ctx context.Context, r *runner.Runner, o *Options) (report *Report, err error) {
	mutants, err := o.mutants(r.Config)
	if err != nil {
		return nil, err
	}
	if err := checkMutantSettings(mutants, r.Config, r.Own.Chess); err != nil {
		return nil, err
	}
	s := &session{runner: r.WarnOnce(), options: o}
	if s.folder, err = os.MkdirTemp("", "zugwatch-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(s.folder)) }()
	if err := s.open(ctx); err != nil {
		return nil, err
	}
	mutants, left, err := s.buildable(ctx, mutants)
	if err != nil {
		return nil, err
	}
	report = &Report{Head: s.kept.Head, Left: left}
	for i := range mutants {
		m := &mutants[i]
		row := s.kept.findRow(m)
		if row == nil {
			o.Begin(m.Name, i+1, len(mutants))
			measured, err := s.measure(ctx, m)
			if err != nil {
				return report, failure.Interruption(ctx, s.mutantError(m, err))
			}
			s.kept.putRow(measured)
			row = measured
			if o.Out != "" {
				if err := s.kept.save(o.Out); err != nil {
					return report, err
				}
			}
		}
		report.Rows = append(report.Rows, *row)
	}
	return report, nil
}

// open prepares the measurement, and the file that it continues.
func (s *session) open(ctx context.Context) (err error) {
	head := Head{Format: format, Schema: schema, Command: s.options.Command, Date: s.options.Today}
	if s.comparer, err = gate.NewComparer(ctx, s.runner, &s.options.Gate); err != nil {
		return err
	}
	if s.options.Games == 0 {
		for i, suite := range s.comparer.Suites() {
			head.Suites = append(head.Suites, judgingText(&s.options.Gate.Suites[i], suite.Digest))
		}
		for _, g := range s.options.Gate.Games {
			head.Suites = append(head.Suites, fmt.Sprintf("%s %s games=%d elo=%g book=%s", g.Name, g.Limit, g.Most, g.Elo, g.Book))
		}
		head.Tests, head.Again = s.runner.Config.Tests(), s.options.Gate.SearchAgain
	} else {
		head.Games = fmt.Sprintf("%d games, nodes=%d", s.options.Games, s.options.Limit)
	}
	if head.Engine, head.Program, err = s.identity(ctx); err != nil {
		return err
	}
	if head.Bench, err = s.signature(ctx, nil, ""); err != nil {
		return err
	}
	s.kept = &Report{Head: head}
	if s.options.Out == "" {
		return nil
	}
	old, err := load(s.options.Out)
	if err != nil || old == nil || !old.hasMeasurement() {
		return err
	}
	if unlike := old.differences(&head); unlike != "" {
		return failure.With(failure.Baseline, fmt.Errorf("%s is of another measurement: %s; another file begins anew", s.options.Out, unlike))
	}
	s.kept = old
	return nil
}

// judgingText describes how a suite is judged: its limit, forms, positions and gate.
func judgingText(suite *config.Suite, positions string) string {
	asked := suite.Gate
	asked.Today = ""
	return fmt.Sprintf("%s %s forms=%s %.12s gate=%s", suite.Name, suite.Limit, config.FormsText(suite.First, max(1, suite.Forms)), positions, digest(asked))
}

// identity names the base with its version and options. It also returns the digest of the program, except for the
// built-in engine. Two builds of an engine may differ in the digest alone.
func (s *session) identity(ctx context.Context) (name, program string, err error) {
	base, err := s.runner.Find(ctx, s.options.Gate.Engine)
	if err != nil {
		return "", "", err
	}
	opened, err := base.Open()
	if err != nil {
		return "", "", failure.Default(failure.Engine, err)
	}
	name = opened.ID().Text()
	if err := opened.Close(); err != nil {
		return "", "", failure.Default(failure.Engine, err)
	}
	if s.options.Gate.Engine != builtin.Name {
		program, err = base.Digest()
	}
	return name, fmt.Sprintf("%.12s", program), failure.Default(failure.Machine, err)
}

// signature returns the signature of the built-in engine with a mutant, nil for none. It runs the mutant's own
// program if there is one. It returns 0 for other engines.
func (s *session) signature(ctx context.Context, m *mutant.Mutant, program string) (uint64, error) {
	if s.options.Gate.Engine != builtin.Name || s.options.Bench == 0 {
		return 0, nil
	}
	own := s.runner.Own.Chess
	if m != nil {
		var err error
		if own, err = own.With(m.Options); err != nil {
			return 0, failure.With(failure.Input, err)
		}
	}
	if program == "" {
		return builtin.Signature(ctx, own, s.options.Bench)
	}
	return mutant.Signature(ctx, mutant.SignatureTime, program, s.options.Bench, benchFlags(own)...)
}

// benchFlags returns settings as flags of the command bench.
func benchFlags(own builtin.Settings) (flags []string) {
	flagOf := map[string]string{
		builtin.HashOption: "--hash", builtin.NullMoveOption: "--nullmove", builtin.SearchOption: "--search",
		builtin.EvalFileOption: "--eval-file", engine.ThreadsOption: "--threads",
	}
	for _, o := range own.Options() {
		flags = append(flags, flagOf[o.Name], o.Value)
	}
	return flags
}

// mutantError returns an error with the name of the mutant, and its place if it is in the
// configuration. An error of the base names no mutant.
func (s *session) mutantError(m *mutant.Mutant, err error) error {
	if errors.Is(err, gate.ErrBase) {
		return err
	}
	if isConfigured(s.runner.Config, m) {
		return failure.With(failure.Of(err), fmt.Errorf("%s:%d:%d: mutant %s: %w", s.runner.Config.File, m.Line, m.Col, m.Name, err))
	}
	return failure.With(failure.Of(err), fmt.Errorf("mutant %s: %w", m.Name, err))
}

// measure judges one mutant, or lets it play.
func (s *session) measure(ctx context.Context, m *mutant.Mutant) (*Row, error) {
	row := newRow(m)
	head, err := s.head(ctx, m)
	if err != nil {
		return nil, err
	}
	defer head.close()
	if s.options.Games > 0 {
		row.Games, err = s.playGames(ctx, m, head)
		return &row, err
	}
	if row.Bench, err = s.signature(ctx, m, head.program); err != nil && failure.Of(err) != failure.Engine {
		return nil, err
	}
	o := s.options.Gate
	if slices.ContainsFunc(m.Options, func(opt engine.Option) bool { return opt.Name == builtin.HashOption }) {
		o.EqualOptions = slices.DeleteFunc(slices.Clone(o.EqualOptions), func(name string) bool { return name == builtin.HashOption })
	}
	result, err := s.comparer.Judge(ctx, s.runner, &o, head.engines)
	if err != nil && (ctx.Err() != nil || failure.Of(err) != failure.Engine || errors.Is(err, gate.ErrBase)) {
		return nil, err
	}
	if err := checkBase(result); err != nil {
		return nil, err
	}
	for i := range result.Trials {
		if err := checkSuite(&result.Trials[i], o.Suites[i].Gate, o.Today); err != nil {
			return nil, err
		}
	}
	row.addResult(result)
	if err != nil {
		row.Verdict, row.Fault = compare.Inconclusive.String(), err.Error()
	}
	return &row, nil
}

// checkBase returns an error for a suite in which the base has too many faults: no mutant can be judged by it.
func checkBase(result *gate.Result) error {
	for _, left := range result.LeftOut {
		if left.Faulty {
			return failure.With(failure.Engine, fmt.Errorf("suite %s: %s", left.Suite, left.Why))
		}
	}
	return nil
}

// playGames has a mutant play against the engine as it is, from the openings of the usual
// book, each with both colors. A mutant that crashes loses the game.
func (s *session) playGames(ctx context.Context, m *mutant.Mutant, of *head) (*Games, error) {
	name := s.options.Gate.Engine
	o := play.Options{
		Engines: []string{m.Name + "=" + name, "base=" + name},
		Limits:  map[string]string{"nodes": strconv.FormatUint(s.options.Limit, 10)},
		Pairs:   s.options.Games / 2, Seed: 1, MaxFaults: s.options.Games,
		Begin: func([]engines.Variant, match.Config) (func(match.Event), func(), error) {
			return func(match.Event) {}, func() {}, nil
		},
	}
	if m.HasEdits() {
		o.Engines[0], o.Built = m.Name+"="+m.Name, map[string]engines.Engine{m.Name: of.engines[0]}
	} else {
		for _, option := range m.Options {
			o.A = append(o.A, fmt.Sprintf("option.%s=%s", option.Name, option.Value))
		}
	}
	played, err := play.Match(ctx, s.runner, &o)
	if err != nil {
		return nil, err
	}
	return &Games{
		Pairs: played.Match.ScoreAgainst(0, 1).Pairs, Faults: played.Match.Faults(), Limit: "nodes=" + o.Limits["nodes"],
	}, nil
}
