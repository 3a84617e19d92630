package doc

import (
	"cmp"
	"fmt"
	"math"
	"strings"
)

// effectView is an effect with its places on the common axis.
type effectView struct {
	Effect
	Tone                 string
	From, To, Mid, Limit float64
}

// axis returns the common axis, with 0 on it.
func (e Effects) axis() scale {
	values := []float64{0}
	for _, effect := range e {
		values = append(values, effect.Low, effect.Mean, effect.High, effect.Allowed)
	}
	return newScale(false, values...)
}

func (e Effects) view() map[string]any {
	s := e.axis()
	room := (s.high - s.low) / 20
	s.low, s.high = s.low-room, s.high+room
	var rows []effectView
	for _, effect := range e {
		rows = append(rows, effectView{effect, toneClass(string(effect.Word)), s.at(effect.Low), s.at(effect.High), s.at(effect.Mean), s.at(effect.Allowed)})
	}
	return map[string]any{"Rows": rows, "Zero": s.at(0), "Ticks": s.ticks()}
}

// Interval writes the figures of an effect.
func (e Effect) Interval() Text {
	if e.Low == e.High {
		return Textf("%+.1f%%", e.Mean)
	}
	return IntervalText(e.Mean, e.Low, e.High)
}

// IntervalText writes a change in percent with its interval. No ratio falls below -100 %, so that such a lower bound
// says nothing and is left out.
func IntervalText(mean, low, high float64) Text {
	if low <= -99.95 {
		return Textf("%+.1f%% (at most %+.1f)", mean, high)
	}
	return Textf("%+.1f%% (%+.1f to %+.1f)", mean, low, high)
}

// Asked reports whether anything is asked of an effect.
func (e Effect) Asked() bool { return !math.IsNaN(e.Allowed) }

// heatShades is the number of shades of a column.
const heatShades = 6

// Class returns the class of a cell in a column, none without a colour.
func (h Heat) Class(column int, of HeatCell) string {
	if math.IsNaN(of.Value) {
		return ""
	}
	var values []float64
	for _, r := range h.Rows {
		for i, c := range r.Cells {
			if i == column || len(h.Rows) == 1 {
				values = append(values, c.Value)
			}
		}
	}
	return fmt.Sprintf("heat-%d", min(int(newScale(false, values...).at(of.Value)*heatShades), heatShades-1))
}

const frameHeight = 19 // pixels

// Height returns the height of the graph in pixels.
func (f Flame) Height() (height int) {
	for _, frame := range f.Frames {
		height = max(height, frame.Y()+frameHeight)
	}
	return height
}

// Y returns the distance of a frame from the top in pixels.
func (f Frame) Y() int { return f.Depth * frameHeight }

// minLabelled is the least share of a frame that has room for a name.
const minLabelled = 0.02

// Label returns the name of a frame without the folders of its package; a narrow frame has none.
func (f Frame) Label() string {
	if f.Share < minLabelled {
		return ""
	}
	name := f.Name.show(plainPart)
	path, _, _ := strings.Cut(name, "(") // what may stand behind it are types, with packages of their own
	path, _, _ = strings.Cut(path, "[")
	return name[strings.LastIndexByte(path, '/')+1:]
}

// Class returns the colour of a frame: by how its share changed, or by its depth.
func (f Frame) Class() string {
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

// Told returns the share of a frame in words.
func (f Frame) Told() string {
	if f.Base < 0 {
		return fmt.Sprintf("%.1f%%", 100*f.Share)
	}
	return fmt.Sprintf("%.1f%%, before %.1f%%", 100*f.Share, 100*f.Base)
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

// maxHovered is the largest number of points of a curve that can be pointed at.
const maxHovered = 200

func (p Plot) view() map[string]any {
	x, y := p.scales()
	var curves []curveView
	for i, c := range p.Curves {
		curves = append(curves, c.view(x, y, p.Steps, fmt.Sprintf("curve-%d", i%8)))
	}
	marks := y.ticks()
	for i := range marks {
		if p.Factors {
			marks[i].Text = shortNumber(math.Exp2(marks[i].Value)) + "×"
		}
	}
	return map[string]any{"Plot": p, "Curves": curves, "XTicks": x.ticks(), "YTicks": marks}
}

// scales returns the scales of both axes.
func (p *Plot) scales() (x, y scale) {
	var xs, ys []float64
	for _, c := range p.Curves {
		for _, point := range c.Points {
			xs, ys = append(xs, point.X), append(ys, point.Y)
		}
	}
	if p.Steps || p.Factors {
		ys = append(ys, 0)
	}
	return newScale(p.Log, xs...), newScale(false, ys...).roomy(p.Most)
}

func (c Curve) view(x, y scale, steps bool, class string) curveView {
	v := curveView{Name: c.Name, Class: class}
	var path strings.Builder
	every := 1 + len(c.Points)/maxHovered
	for i, point := range c.Points {
		px, py := 1000*x.at(point.X), 1000*(1-y.at(point.Y))
		switch {
		case i == 0 && steps:
			fmt.Fprintf(&path, "M%.1f %.1fV%.1f", px, 1000*(1-y.at(0)), py)
		case i == 0 || point.Apart:
			fmt.Fprintf(&path, "M%.1f %.1f", px, py)
		case steps:
			fmt.Fprintf(&path, "H%.1fV%.1f", px, py)
		default:
			fmt.Fprintf(&path, "L%.1f %.1f", px, py)
		}
		if i%every == 0 || point.Marked || i == len(c.Points)-1 {
			label := cmp.Or(point.Label, Text(shortNumber(point.X)+", "+shortNumber(point.Y)))
			v.Points = append(v.Points, pointView{px / 1000, py / 1000, label, point.Marked})
		}
	}
	if steps && len(c.Points) > 0 {
		path.WriteString("H1000.0")
	}
	v.Path = path.String()
	return v
}
