package profile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
)

// Flame returns the flame graph of the profile as one self-contained page of HTML: no
// network, no program, no other file. A headline describes the measurement. A function that
// calls itself is one box, and the search of the built-in engine is the root of all below
// it. Boxes have the colours of their phases; those of a difference show growth.
func (p *Profile) Flame() ([]byte, error) {
	shown, err := folded(p.p, searchFunction+"search")
	if err != nil {
		return nil, fmt.Errorf("flame graph: %w", err)
	}
	pages, err := handlers(shown)
	if err != nil {
		return nil, err
	}
	answer := httptest.NewRecorder()
	pages["/flamegraph"].ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/flamegraph", nil))
	if answer.Code != http.StatusOK {
		return nil, fmt.Errorf("flame graph: %s", strings.TrimSpace(answer.Body.String()))
	}
	phases := (&Profile{p: shown}).functionPhases()
	page := colourFunctions(answer.Body.Bytes(), phases)
	for mark, text := range map[string]string{
		// The links of the menu lead to a server that is not there.
		"</head>":                    "<style>.header { display: none } #headline { padding: 4px; font: 12pt sans-serif }</style>\n",
		`<div id="current-details">`: p.headline(len(phases) > 0),
	} {
		page = bytes.Replace(page, []byte(mark), []byte(text+mark), 1)
	}
	return page, nil
}

// headline describes the measurement and the colour of each phase.
func (p *Profile) headline(phased bool) string {
	what := html.EscapeString(p.Notes.Suite)
	if p.Notes.Engine != "" {
		what += " on " + html.EscapeString(p.Notes.Engine)
	}
	if p.Notes.Limits != "" {
		what += ", limits " + html.EscapeString(p.Notes.Limits)
	}
	text := fmt.Sprintf("<div id=\"headline\"><b>%s</b>", strings.TrimPrefix(what, " on "))
	switch {
	case p.difference:
		text += " <span style=\"background: #caa\">slower than the base</span> <span style=\"background: #aca\">faster</span>"
	case phased:
		for i, phase := range phaseOrder() {
			text += fmt.Sprintf(" <span style=\"background: hsl(%.4frad 50%% 80%%)\">%s</span>", hue(i), phase)
		}
	}
	return text + "</div>\n"
}

// phaseOrder returns the order of the phases, which numbers their colours.
func phaseOrder() []string {
	return []string{PhaseSearch, PhaseQuiescence, PhaseGeneration, PhaseEvaluation, PhaseOther}
}

// hue returns the hue that the page has for the number of a colour.
func hue(number int) float64 { return float64(number+1) * math.Phi * 2 * math.Pi }

// functionPhases returns the phases of the functions: those that the rules give them, and of
// the others that of most of their samples. There is none where samples have no phase.
func (p *Profile) functionPhases() map[string]string {
	count, _, err := p.cpuIndexes()
	if err != nil {
		return nil
	}
	samples := make(map[string]map[string]int64)
	for _, sample := range p.p.Sample {
		for _, phase := range sample.Label[phaseLabel] {
			for _, name := range stackOf(sample) {
				if samples[name] == nil {
					samples[name] = make(map[string]int64)
				}
				samples[name][phase] += sample.Value[count]
			}
		}
	}
	phases := make(map[string]string)
	for name, of := range samples {
		phase, found := first(BuiltinRules().Phases, []string{name})
		if !found {
			phase = slices.MaxFunc(phaseOrder(), func(a, b string) int { return int(of[a] - of[b]) })
		}
		phases[name] = phase
	}
	return phases
}

// source is a function in the data of a page: its name, and the number of its colour.
var source = regexp.MustCompile(`(?s)("FullName":("(?:[^"\\]|\\.)*").*?"Color":)\d+`)

// colourFunctions gives the functions of a page the colours of their phases.
func colourFunctions(page []byte, phases map[string]string) []byte {
	return source.ReplaceAllFunc(page, func(match []byte) []byte {
		parts := source.FindSubmatch(match)
		var name string
		if err := json.Unmarshal(parts[2], &name); err != nil || phases[name] == "" {
			return match
		}
		return fmt.Appendf(nil, "%s%d", parts[1], slices.Index(phaseOrder(), phases[name]))
	})
}
