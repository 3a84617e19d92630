package gate

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
)

// symmetryPositions is the number of positions of a suite whose values are compared with those of their images.
const symmetryPositions = 24

// asymmetry says in how many positions an engine has another value than in their images.
type asymmetry struct {
	static            bool // they are static values, else scores at depth 1
	flipped, mirrored difference
}

// difference counts the positions with another value under one symmetry.
type difference struct {
	differ, of int
	first      string  // the first that differs, and both values, from the same side
	distance   float64 // sum of the distances of the values
}

// text describes a difference under a symmetry.
func (a *asymmetry) text(d difference, symmetry string) string {
	value := "score at depth 1"
	if a.static {
		value = "static value (eval)"
	}
	counts := fmt.Sprintf("%d of %d positions have another %s with %s", d.differ, d.of, value, symmetry)
	if d.differ == 0 {
		return counts
	}
	return fmt.Sprintf("the scores of the head are not symmetric: %s, first %s", counts, d.first)
}

// judgeSymmetry checks whether the values of base and head are symmetric, on the first suite of each engine. A head
// that became less symmetric is reported. If the gate asks for symmetry, differences between the colors fail. Most engines
// value the wings differently, so differences between these count only if the base has none. Errors of engines show in
// their runs.
func judgeSymmetry(ctx context.Context, r *runner.Runner, jobs []*job) {
	asked := make(map[string]bool)
	for _, j := range jobs {
		gated := j.config.Gate.Symmetric
		if !gated && (j.baseline != nil || j.config.Forms < 2 || asked[j.head.Name]) {
			continue
		}
		asked[j.head.Name] = true
		head, known := j.measureAsymmetry(ctx, r, j.head)
		if !known {
			if gated {
				j.known.Unflipped = "whether the scores of the head are symmetric is not known: it has none for positions with colors flipped"
			}
			continue
		}
		var base asymmetry
		compared := false
		if j.baseline == nil && head.flipped.differ+head.mirrored.differ > 0 {
			base, known = j.measureAsymmetry(ctx, r, j.base)
			compared = known && base.static == head.static
		}
		text, before := "", 0
		switch {
		case head.flipped.differ > 0 && (gated || compared && base.flipped.differ < head.flipped.differ):
			text, before = head.text(head.flipped, "colors flipped"), base.flipped.differ
		case compared && base.mirrored.differ == 0 && head.mirrored.differ > 0:
			text = head.text(head.mirrored, "wings mirrored")
		}
		switch {
		case gated && text == "":
			j.known.Symmetric = head.text(head.flipped, "colors flipped")
		case gated:
			j.known.Asymmetric = text
		case text != "":
			j.addNote(r, fmt.Sprintf("%s; of the base %d (hint: symmetric: true in the gate fails it)", text, before))
		}
	}
}

// measureAsymmetry compares the static values of positions of the suite with those of their images. If the engine
// does not print static values, it compares the scores at depth 1.
func (j *job) measureAsymmetry(ctx context.Context, r *runner.Runner, on engines.Engine) (a asymmetry, known bool) {
	single := j.config
	single.Forms = 1
	suite, err := r.Config.Open(single)
	if err != nil {
		return a, false
	}
	var records []*epd.Record
	for i := range suite.Records {
		if record := &suite.Records[i]; record.Start == nil && len(records) < symmetryPositions {
			records = append(records, record)
		}
	}
	e, err := on.Open()
	if err != nil {
		return a, false
	}
	defer func() { _ = e.Close() }()
	if _, prints := e.(engine.Evaluator); prints {
		if a, err = compareImages(ctx, e, records, true); err == nil && a.flipped.of > 0 {
			return a, true
		}
		if err != nil && ctx.Err() == nil { // it does not survive eval
			again, err := on.Open()
			if err != nil {
				return a, false
			}
			_ = e.Close()
			e = again
		}
	}
	a, err = compareImages(ctx, e, records, false)
	return a, err == nil && a.flipped.of > 0
}

// images holds the values of a position and its images.
type images struct {
	key                      string
	plain, flipped, mirrored engine.Evaluation
}

// compareImages asks the engine for the values. None are compared if the first position has no static one.
func compareImages(ctx context.Context, e engine.Engine, records []*epd.Record, static bool) (a asymmetry, err error) {
	value := depthOne
	if static {
		value = staticValue
	}
	var all []images
	for _, record := range records {
		p := record.Position
		if static && p.InCheck() {
			continue
		}
		v := images{key: record.Key()}
		if v.plain, err = value(ctx, e, p); err == nil {
			v.flipped, err = value(ctx, e, game.FlipColors.Position(p))
		}
		if err == nil && static && game.MirrorFiles.Holds(p) {
			v.mirrored, err = value(ctx, e, game.MirrorFiles.Position(p))
		}
		if err != nil || v.plain.View == engine.NoView && len(all) == 0 {
			return a, err
		}
		all = append(all, v)
	}
	a.static = static
	a.count(all)
	return a, nil
}

// depthOne returns the score of a search to depth 1, which forgot earlier ones. An evaluation that treats both sides
// alike scores flipped positions alike. Unsound: pruning and the order of equal moves may differ, as squares are numbered
// from one side.
func depthOne(ctx context.Context, e engine.Engine, p game.Position) (engine.Evaluation, error) {
	result, err := engine.SearchFresh(ctx, e, engine.Task{Start: p, Limits: engine.Limits{Depth: 1}}, nil)
	return engine.Evaluation{Value: float64(result.Score), View: engine.MoverView}, err
}

// staticValue returns the static value that an engine prints, or none if it prints another one when it is asked again.
func staticValue(ctx context.Context, e engine.Engine, p game.Position) (engine.Evaluation, error) {
	if err := e.Reset(ctx); err != nil {
		return engine.Evaluation{}, err
	}
	once, err := e.(engine.Evaluator).Evaluate(ctx, p)
	if err != nil || once.View == engine.NoView {
		return once, err
	}
	again, err := e.(engine.Evaluator).Evaluate(ctx, p)
	if again != once {
		return engine.Evaluation{}, err
	}
	return once, err
}

// count counts the differences. An engine that does not say whose values it prints has the view under which the colors
// are closer.
func (a *asymmetry) count(all []images) {
	views := []engine.View{engine.FirstView, engine.MoverView}
	if len(all) > 0 && all[0].plain.View != engine.UnknownView {
		views = []engine.View{all[0].plain.View}
	}
	for i, view := range views {
		counted := asymmetry{static: a.static}
		for _, v := range all {
			flipped := v.flipped.Value
			if view == engine.FirstView {
				flipped = -flipped
			}
			counted.flipped.add(v, v.flipped.View, flipped, a.static)
			counted.mirrored.add(v, v.mirrored.View, v.mirrored.Value, a.static)
		}
		if i == 0 || counted.flipped.distance < a.flipped.distance {
			*a = counted
		}
	}
}

// add counts a position whose image has a value.
func (d *difference) add(v images, view engine.View, image float64, static bool) {
	if v.plain.View == engine.NoView || view == engine.NoView {
		return
	}
	d.of++
	if v.plain.Value == image {
		return
	}
	d.distance += math.Abs(v.plain.Value - image)
	if d.differ++; d.differ > 1 {
		return
	}
	text := func(value float64) string {
		if !static {
			return engine.Score(value).String()
		}
		return strconv.FormatFloat(value, 'g', -1, 64)
	}
	d.first = fmt.Sprintf("%s (%s, %s)", v.key, text(v.plain.Value), text(image))
}
