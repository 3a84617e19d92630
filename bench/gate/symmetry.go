package gate

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// symmetryPositions is the number of positions of a suite that are searched with colors as they are and flipped.
const symmetryPositions = 24

// asymmetry says in how many positions an engine has another score with colors flipped.
type asymmetry struct {
	differ, of int
	first      string // the first that differs, and both scores
}

// String returns the count and the first difference.
func (a asymmetry) String() string {
	return fmt.Sprintf("%d of %d positions have another score at depth 1 with colors flipped, first %s", a.differ, a.of, a.first)
}

// judgeSymmetry checks whether the scores of base and head are symmetric, on the first suite of each engine. A head
// that became less symmetric is reported, and an asymmetric one fails if the gate asks for symmetry. Errors of engines
// show in their runs.
func judgeSymmetry(ctx context.Context, r *runner.Runner, jobs []*job) {
	asked := make(map[string]bool)
	for _, j := range jobs {
		if !j.config.Gate.Symmetric && (j.baseline != nil || j.config.Forms < 2 || asked[j.head.Name]) {
			continue
		}
		asked[j.head.Name] = true
		head, known := j.measureAsymmetry(ctx, r, j.head)
		if !known || head.differ == 0 {
			continue
		}
		text := "the scores of the head are not symmetric: " + head.String()
		if j.config.Gate.Symmetric {
			j.asymmetric = text
		} else if base, known := j.measureAsymmetry(ctx, r, j.base); known && base.differ < head.differ {
			j.addNote(r, fmt.Sprintf("%s; of the base %d (hint: symmetric: true in the gate fails it)", text, base.differ))
		}
	}
}

// measureAsymmetry searches positions of the suite to depth 1, as they stand and with colors flipped, each after the engine forgot
// the others. An evaluation that treats both sides alike scores them alike. Unsound: pruning and the order of equal moves may
// differ, as squares are numbered from one side.
func (j *job) measureAsymmetry(ctx context.Context, r *runner.Runner, on engines.Engine) (a asymmetry, known bool) {
	pairs := j.config
	pairs.Forms = 2
	suite, err := r.Config.Open(pairs)
	if err != nil {
		return a, false
	}
	e, err := on.Open()
	if err != nil {
		return a, false
	}
	defer e.Close()
	for i := 0; i+1 < len(suite.Records) && a.of < symmetryPositions; i++ {
		plain, flipped := &suite.Records[i], &suite.Records[i+1]
		if _, form := suites.FormOf(flipped.Key()); form != "flip" || plain.Start != nil {
			continue
		}
		var scores [2]engine.Score
		for side, record := range []*epd.Record{plain, flipped} {
			if err := e.Reset(ctx); err != nil {
				return a, false
			}
			result, err := e.Search(ctx, engine.Task{Start: record.Position, Limits: engine.Limits{Depth: 1}}, nil)
			if err != nil || ctx.Err() != nil {
				return a, false
			}
			scores[side] = result.Score
		}
		a.of++
		if scores[0] != scores[1] {
			if a.differ++; a.differ == 1 {
				a.first = fmt.Sprintf("%s (%s, %s)", plain.Key(), scores[0], scores[1])
			}
		}
	}
	return a, a.of > 0
}
