package doc

import (
	"cmp"
	"fmt"
	"math"
	"strings"
)

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
