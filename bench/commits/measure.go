package commits

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/stat"
)

// session holds what all pairs of a range share.
type session struct {
	runner  *runner.Runner
	options *Options
	series  *gate.Series
	kept    *records
	report  *Report
	begun   int // pairs that this call has begun to measure
}

// Measure judges each commit of the range against its parent, one pair after the other. With a file it goes on
// where an earlier call ended. A commit that does not build becomes a record with an error. A signal and a failure
// of the machine end the range, and the error comes with the pairs so far.
func Measure(ctx context.Context, r *runner.Runner, o *Options) (report *Report, err error) {
	r = r.WarnOnce()
	s := &session{runner: r, options: o}
	if s.series, err = gate.NewSeries(ctx, r, &o.Gate, o.Rebuild); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.series.Close(ctx)) }()
	steps, err := o.steps(ctx, s.series.Repository())
	if err != nil {
		return nil, err
	}
	if o.Out != "" {
		lock, err := file.Acquire(file.Target(o.Out)+".lock", r.Holder)
		if err != nil {
			return nil, failure.Default(failure.Machine, err)
		}
		defer lock.Release()
	}
	if err := s.open(); err != nil {
		return nil, err
	}
	s.report = &Report{Head: s.kept.Head, Range: o.Range, Commits: len(steps)}
	return s.report, s.measure(ctx, steps)
}

// open reads the file that is resumed.
func (s *session) open() error {
	o := s.options
	head := Head{
		Format: format, Schema: schema, Tool: s.runner.Tool, Suites: s.series.Questions(),
		Tests: s.runner.Config.Tests(), Again: o.Gate.SearchAgain, Claims: o.Claims,
	}
	if o.Gate.Race > 0 {
		head.Race = o.Gate.Race.String()
	}
	s.kept = &records{Head: head}
	if o.Out == "" {
		return nil
	}
	old, err := load(o.Out)
	if err != nil || old == nil {
		return err
	}
	if text := old.differences(&head); text != "" {
		return failure.With(failure.Baseline, fmt.Errorf("%s is of another measurement: %s; another file begins anew", o.Out, text))
	}
	s.kept = old
	s.series.UseLimits(depthLimits(old.pairs))
	return nil
}

// depthLimits returns the limits by depth that the pairs were searched under, by suite. Of several the last counts.
func depthLimits(pairs []Pair) map[string]bench.Limits {
	limits := make(map[string]bench.Limits)
	for i := range pairs {
		for _, suite := range pairs[i].Suites {
			if limit, err := bench.ParseLimits(suite.Limit); err == nil && limit.Depth > 0 {
				limits[suite.Suite] = limit
			}
		}
	}
	return limits
}

// task is a pair that is judged, or was.
type task struct {
	step     *revision.Step
	reversed bool
	known    *Pair // nil: it is to be judged
}

// measure judges the pairs that the file lacks.
func (s *session) measure(ctx context.Context, steps []revision.Step) error {
	var tasks []task
	for i := range steps {
		for _, reversed := range []bool{false, true} {
			if !reversed || s.options.Reverse {
				step := &steps[i]
				known := s.kept.find(step.Hash, step.Parent.Hash, reversed)
				if known != nil && known.Verdict == errored && s.options.Retry {
					known = nil
				}
				if known == nil {
					s.report.Left++
				}
				tasks = append(tasks, task{step, reversed, known})
			}
		}
	}
	for _, t := range tasks {
		pair := t.known
		if pair == nil {
			if s.options.Limit > 0 && s.begun == s.options.Limit {
				continue
			}
			s.options.Begin(s.progress(t, len(tasks)))
			s.begun++
			var err error
			if pair, err = s.judge(ctx, t); err != nil {
				return failure.Interruption(ctx, err)
			}
			if err := s.savePair(pair); err != nil {
				return err
			}
			s.report.Left--
		}
		s.report.Pairs = append(s.report.Pairs, *pair)
	}
	return nil
}

// savePair adds a record to the file, in place of an earlier one of the pair.
func (s *session) savePair(pair *Pair) error {
	if old := s.kept.find(pair.Commit, pair.Parent, pair.Reversed); old != nil {
		*old = *pair
	} else {
		s.kept.pairs = append(s.kept.pairs, *pair)
	}
	if s.options.Out == "" {
		return nil
	}
	return s.kept.save(s.options.Out)
}

// progress says how far the range is before a pair.
func (s *session) progress(t task, pairs int) Progress {
	p := Progress{Commit: t.step.Commit, Reversed: t.reversed, Done: pairs - s.report.Left, Left: s.report.Left}
	next := p.Left
	if s.options.Limit > 0 {
		next = min(next, s.options.Limit-s.begun)
	}
	var seconds []float64
	for i := range s.kept.pairs {
		if s.kept.pairs[i].Error == "" {
			seconds = append(seconds, s.kept.pairs[i].Measured.Seconds)
		}
	}
	p.Time = time.Duration(float64(next) * stat.Median(seconds) * float64(time.Second))
	return p
}

// judge builds and judges a pair. A fault of one of the two revisions is noted in the record; an error ends the
// range.
func (s *session) judge(ctx context.Context, t task) (*Pair, error) {
	begun := s.runner.Now()
	pair := newPair(t.step, t.reversed)
	if t.step.Parent.Hash == "" {
		pair.setError(errors.New("commit has no parent in the repository (a shallow clone may lack it)"))
		return pair, nil
	}
	if err := s.series.Retain(ctx, t.step.Parent, t.step.Commit); err != nil {
		return nil, err
	}
	base, head := t.step.Parent, t.step.Commit
	if t.reversed {
		base, head = head, base
	}
	same := false
	if s.options.Claims {
		var err error
		if same, err = s.series.Repository().ClaimsNoChange(ctx, t.step.Parent, t.step.Commit); err != nil {
			return nil, err
		}
	}
	result, err := s.series.Judge(ctx, base, head, same)
	if err != nil && (ctx.Err() != nil || !isRevisionError(err)) {
		return nil, err
	}
	pair.addResult(result)
	if err != nil {
		pair.setError(err)
	}
	pair.Measured.Seconds = s.runner.Now().Sub(begun).Round(time.Millisecond).Seconds()
	return pair, nil
}

// isRevisionError reports whether an error concerns one revision, so that the next pair may work.
func isRevisionError(err error) bool {
	return slices.Contains([]failure.Kind{failure.Engine, failure.Input, failure.Baseline, failure.Undecided}, failure.Of(err))
}
