package doc

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// svgPercent is a part of one as a length in SVG.
func svgPercent(part float64) string { return strconv.FormatFloat(100*part, 'f', 3, 64) + "%" }

// scale maps values to the parts of an axis, from 0 to 1.
type scale struct {
	low, high float64
	log       bool
}

// newScale holds all values; one that is alone gets some room around it.
func newScale(log bool, values ...float64) scale {
	s := scale{math.Inf(1), math.Inf(-1), log}
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0) {
			s.low, s.high = min(s.low, v), max(s.high, v)
		}
	}
	switch {
	case s.low > s.high:
		s.low, s.high = 1, 2
	case s.low == s.high && log:
		s.low, s.high = s.low/2, s.high*2
	case s.low == s.high:
		s.low, s.high = s.low-1, s.high+1
	}
	return s
}

// at is the place of a value, cut to the axis.
func (s scale) at(v float64) float64 {
	low, high := s.low, s.high
	if s.log {
		low, high, v = math.Log(low), math.Log(high), math.Log(max(v, s.low))
	}
	return min(max((v-low)/(high-low), 0), 1)
}

// tick is a mark of an axis.
type tick struct {
	At   float64
	Text string
}

// ticks are at most some seven round values.
func (s scale) ticks() (all []tick) {
	if s.log && s.high/s.low >= 20 {
		every := math.Ceil(math.Log10(s.high/s.low) / 7)
		for exponent := math.Ceil(math.Log10(s.low) - 1e-9); exponent <= math.Log10(s.high)+1e-9; exponent += every {
			v := math.Pow(10, exponent)
			all = append(all, tick{s.at(v), short(v)})
		}
		return all
	}
	step := roundStep((s.high - s.low) / 5)
	for v := math.Ceil(s.low/step-1e-9) * step; v <= s.high+step*1e-9; v += step {
		all = append(all, tick{s.at(v), short(v)})
	}
	return all
}

// roundStep is 1, 2 or 5 times a power of ten, at least the value.
func roundStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, n := range []float64{1, 2, 5} {
		if n*power >= least*(1-1e-9) {
			return n * power
		}
	}
	return 10 * power
}

// short writes a number with few digits: 1.5k, 20M.
func short(v float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(v) >= unit.size {
			return strconv.FormatFloat(v/unit.size, 'g', 4, 64) + unit.name
		}
	}
	if math.Abs(v) < 1e-9 {
		return "0"
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// darkSquares is the path of the dark squares of a board of eight by eight.
func darkSquares() string {
	var b strings.Builder
	for square := range 64 {
		if x, y := square%8, square/8; (x+y)%2 == 1 {
			fmt.Fprintf(&b, "M%d %dh1v1h-1z", x, y)
		}
	}
	return b.String()
}

// boardView is a board as it is drawn.
type boardView struct {
	Board
	Pieces []pieceView
	Moves  []moveView
}

type pieceView struct {
	Piece string // the symbol
	Side  string // the class
	X, Y  int    // in eighths
}

type moveView struct {
	Kind           string
	X1, Y1, X2, Y2 string
}

func (b Boards) views() (all []boardView) {
	for _, board := range b {
		v := boardView{Board: board}
		for square, letter := range board.Squares {
			if strings.IndexByte("PNBRQKpnbrqk", letter) < 0 || letter == 0 {
				continue
			}
			side := "white"
			if letter >= 'a' {
				side = "black"
			}
			v.Pieces = append(v.Pieces, pieceView{"piece-" + strings.ToLower(string(rune(letter))), side, square % 8, 7 - square/8})
		}
		for _, a := range board.Arrows {
			v.Moves = append(v.Moves, a.view())
		}
		all = append(all, v)
	}
	return all
}

// view is the arrow from the middle of a square to short of that of another.
func (a Arrow) view() moveView {
	center := func(square int) (x, y float64) { return float64(square%8) + 0.5, 7.5 - float64(square/8) }
	x1, y1 := center(a.From)
	x2, y2 := center(a.To)
	if length := math.Hypot(x2-x1, y2-y1); length > 0 {
		x2, y2 = x2-(x2-x1)/length*0.28, y2-(y2-y1)/length*0.28
	}
	at := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	return moveView{map[ArrowKind]string{Asked: "asked", Before: "before", Now: "now"}[a.Kind], at(x1), at(y1), at(x2), at(y2)}
}

// effectView is an effect with its places on the common axis.
type effectView struct {
	Effect
	Tone                 string
	From, To, Mid, Limit float64
}

func (e Effects) view() map[string]any {
	values := []float64{0}
	for _, effect := range e {
		values = append(values, effect.Low, effect.Mean, effect.High, effect.Allowed)
	}
	s := newScale(false, values...)
	room := (s.high - s.low) / 20
	s.low, s.high = s.low-room, s.high+room
	var rows []effectView
	for _, effect := range e {
		rows = append(rows, effectView{effect, tone(string(effect.Word)), s.at(effect.Low), s.at(effect.High), s.at(effect.Mean), s.at(effect.Allowed)})
	}
	return map[string]any{"Rows": rows, "Zero": s.at(0), "Ticks": s.ticks()}
}

// Interval writes the figures of an effect.
func (e Effect) Interval() Text {
	if e.Low == e.High {
		return Text(fmt.Sprintf("%+.1f %%", e.Mean))
	}
	return Text(fmt.Sprintf("%+.1f %% (%+.1f to %+.1f)", e.Mean, e.Low, e.High))
}

// curveView is a curve as it is drawn on a field of 1,000 by 1,000.
type curveView struct {
	Name   Text
	Class  string
	Path   string
	Points []pointView
}

type pointView struct {
	X, Y   float64
	Label  Text
	Marked bool
}

// maxHovered is the most points of a curve that can be pointed at.
const maxHovered = 200

func (p Plot) view() map[string]any {
	var xs, ys []float64
	for _, c := range p.Curves {
		for _, point := range c.Points {
			xs, ys = append(xs, point.X), append(ys, point.Y)
		}
	}
	x, y := newScale(p.Log, xs...), newScale(false, ys...)
	var curves []curveView
	for i, c := range p.Curves {
		curves = append(curves, c.view(x, y, p.Steps, fmt.Sprintf("curve-%d", i%8)))
	}
	return map[string]any{"Plot": p, "Curves": curves, "XTicks": x.ticks(), "YTicks": y.ticks()}
}

func (c Curve) view(x, y scale, steps bool, class string) curveView {
	v := curveView{Name: c.Name, Class: class}
	var path strings.Builder
	every := 1 + len(c.Points)/maxHovered
	for i, point := range c.Points {
		px, py := 1000*x.at(point.X), 1000*(1-y.at(point.Y))
		switch {
		case i == 0:
			fmt.Fprintf(&path, "M%.1f %.1f", px, py)
		case steps:
			fmt.Fprintf(&path, "H%.1fV%.1f", px, py)
		default:
			fmt.Fprintf(&path, "L%.1f %.1f", px, py)
		}
		if i%every == 0 || point.Marked || i == len(c.Points)-1 {
			label := point.Label
			if label == "" {
				label = Text(short(point.X) + ", " + short(point.Y))
			}
			v.Points = append(v.Points, pointView{px / 1000, py / 1000, label, point.Marked})
		}
	}
	v.Path = path.String()
	return v
}

// heatShades is how many shades a column has.
const heatShades = 6

func (h Heat) view() map[string]any {
	type cell struct {
		Text  Text
		Class string
	}
	type row struct {
		Name  Text
		Cells []cell
	}
	columns := 0
	for _, r := range h.Rows {
		columns = max(columns, len(r.Cells))
	}
	scales := make([]scale, columns)
	for i := range scales {
		var values []float64
		for _, r := range h.Rows {
			for k, c := range r.Cells {
				if k == i || len(h.Rows) == 1 {
					values = append(values, c.Value)
				}
			}
		}
		scales[i] = newScale(false, values...)
	}
	var rows []row
	for _, r := range h.Rows {
		shown := row{Name: r.Name}
		for i, c := range r.Cells {
			class := ""
			if !math.IsNaN(c.Value) {
				class = fmt.Sprintf("heat-%d", min(int(scales[i].at(c.Value)*heatShades), heatShades-1))
			}
			shown.Cells = append(shown.Cells, cell{c.Text, class})
		}
		rows = append(rows, shown)
	}
	return map[string]any{"Title": h.Title, "Columns": h.Columns, "Rows": rows}
}

// frameView is a frame as it is drawn.
type frameView struct {
	Name         Text
	Class        string
	Start, Share float64
	Y            int
	Told         string
}

const frameHeight = 19 // pixels

func (f Flame) view() map[string]any {
	depth := 0
	var frames []frameView
	for _, frame := range f.Frames {
		depth = max(depth, frame.Depth+1)
		frames = append(frames, frameView{frame.Name, frame.class(), frame.Start, frame.Share, frame.Depth * frameHeight, frame.told()})
	}
	return map[string]any{"Title": f.Title, "Frames": frames, "Height": depth * frameHeight}
}

// class is the colour of a frame: by how its share changed, or by its depth.
func (f Frame) class() string {
	switch change := f.Share - f.Base; {
	case f.Base < 0:
		return fmt.Sprintf("frame-%d", f.Depth%4)
	case change > 0.02:
		return "frame-much-more"
	case change > 0.004:
		return "frame-more"
	case change < -0.02:
		return "frame-much-less"
	case change < -0.004:
		return "frame-less"
	}
	return "frame-same"
}

func (f Frame) told() string {
	if f.Base < 0 {
		return fmt.Sprintf("%.1f %%", 100*f.Share)
	}
	return fmt.Sprintf("%.1f %%, before %.1f %%", 100*f.Share, 100*f.Base)
}
