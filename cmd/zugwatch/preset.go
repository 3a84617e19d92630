package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/engine/search"
)

// figure is a row with what a paper says of it.
type figure struct{ text, published string }

// preset is what a matrix is made of.
type preset struct {
	name, what string
	policies   []figure
	searches   []string
	engines    []figure
	variants   []figure
	suites     []string
	limits     []string
	reference  string
}

// paperSearch is the search that stands for the one of the papers: published
// figures are shown beside it alone.
const paperSearch = "falcon"

// ecmLimit is how far the tables of the Encyclopedia of Chess Middlegames are
// searched: so many nodes are far below the five seconds of the paper, and exact.
const ecmLimit = "ecm@nodes=200000"

// mateLimit is how far the mate in 15 is searched: far enough for every policy that
// finds it but verified3, which has a table of its own.
const mateLimit = "h3@nodes=40000000,stop-when-solved=1"

// paperPolicies are the methods of tables 3 to 5 with the positions that Falcon
// solved, of 879.
func paperPolicies(names ...string) []figure {
	published := map[string]string{
		"r2": "627", "r3": "635", "r4": "632", "adaptive2-3": "636", "adaptive3-4": "637", "nmr4": "640", "nmr3-4": "644",
		"nmr3-4,dr=1": "633", "nmr3-4,dr=2": "641", "nmr3-4,dr=3": "638",
	}
	var all []figure
	for _, name := range names {
		all = append(all, figure{name, published[name]})
	}
	return all
}

// everyPolicy is a row for each kind of policy.
func everyPolicy() []figure {
	var all []figure
	for _, name := range []string{
		"off", "r1", "r2", "r3", "r4", "adaptive2-3", "adaptive3-4", "verified3", "nmr4", "nmr3-4",
		"double2", "fhr", "formula", "deep4", "sixth2", search.DefaultPolicy,
	} {
		all = append(all, figure{text: name})
	}
	return all
}

// presets are the tables that matrix knows by name.
func presets() []preset { return append(paperTables(), otherTables()...) }

// paperTables are those of the null-move papers.
func paperTables() []preset {
	growth := []figure{
		{"r1", "+390.9%"}, {"r2", "+150.45%"}, {"r3", "+33.75%"}, {"r4", "-4.09%"}, {"nmr3-4", "reference"},
	}
	both := []string{paperSearch, "modern"}
	return []preset{
		{
			name: "table1", what: "ECM by engine",
			engines: []figure{{"zugwatch", ""}, {"stockfish", ""}, {"toga2", ""}, {"gnuchess --uci", ""}, {"fairy-stockfish", ""}},
			suites:  []string{ecmLimit},
		},
		{
			name: "table2", what: "nodes of the six Crafty positions, at the depths of the paper",
			policies: growth, searches: both, suites: []string{"crafty@sd"}, reference: "nmr3-4",
		},
		{
			name: "table2-depth", what: "the same as a curve over the depth", policies: growth, searches: []string{paperSearch},
			suites: []string{"crafty"}, limits: []string{"depth=6", "depth=7", "depth=8", "depth=9", "depth=10", "depth=11"}, reference: "nmr3-4",
		},
		{
			name: "table3", what: "ECM by standard null moves", policies: paperPolicies("r2", "r3", "r4"),
			searches: []string{paperSearch}, suites: []string{ecmLimit},
		},
		{
			name: "table4", what: "ECM by adaptive null moves and null-move reductions",
			policies: paperPolicies("adaptive2-3", "adaptive3-4", "nmr4", "nmr3-4"), searches: []string{paperSearch}, suites: []string{ecmLimit},
		},
		{
			name: "table5", what: "ECM by the depth of null-move reductions",
			policies: paperPolicies("nmr3-4,dr=1", "nmr3-4,dr=2", "nmr3-4,dr=3", "nmr3-4"), searches: []string{paperSearch}, suites: []string{ecmLimit},
		},
		{
			name: "table7", what: "the mate in 15", policies: everyPolicy(), searches: []string{paperSearch},
			suites: []string{mateLimit},
		},
		{
			name: "table7-verified", what: "the same for the policy that needs most",
			policies: []figure{{"verified3", ""}}, searches: []string{paperSearch},
			suites: []string{"h3@nodes=110000000,stop-when-solved=1"},
		},
		{
			name: "table7-modern", what: "the same in the other search", policies: everyPolicy(), searches: []string{"modern"},
			suites: []string{mateLimit},
		},
	}
}

// otherTables are what belongs to them.
func otherTables() []preset {
	return []preset{
		{
			name: "rules", what: "rules of thumb: share of null moves that cut, nodes saved",
			policies: append(everyPolicy()[:8:8], everyPolicy()[9:]...), searches: []string{paperSearch, "modern"}, suites: []string{"crafty@sd"}, reference: "off",
		},
		{
			name: "proven", what: "the proven zugzwangs, by guard",
			policies: []figure{
				{"off", ""}, {"r3,guard=none,min=1", ""}, {"r3,guard=none", ""}, {"r3", ""}, {"r3,guard=two", ""}, {"verified3", ""}, {"nmr3-4", ""}, {search.DefaultPolicy, ""},
			},
			searches: []string{paperSearch}, suites: []string{"zugzwang-proven@sd+2"},
		},
		{
			name: "toga", what: "an engine that nobody here wrote, by its options",
			engines: []figure{{"toga2", ""}},
			variants: []figure{
				{"NullMove Pruning=Never;Verification Search=Never", ""},
				{"NullMove Reduction=1;Verification Search=Never", ""},
				{"NullMove Reduction=2;Verification Search=Never", ""},
				{"NullMove Reduction=3;Verification Search=Never", ""},
				{"NullMove Reduction=4;Verification Search=Never", ""},
				{"NullMove Reduction=3;Verification Search=Always", ""},
			},
			suites: []string{"crafty@sd", "h3@nodes=5000000"}, reference: "NullMove Pruning=Never;Verification Search=Never",
		},
	}
}

// presetList is the presets for the page of help.
func presetList() string {
	var b strings.Builder
	for _, p := range presets() {
		fmt.Fprintf(&b, "   %-13s %s\n", p.name, p.what)
	}
	return b.String()
}

// newPreset finds a preset by its name; without a name it is empty.
func newPreset(name string) (*preset, error) {
	if name == "" {
		return &preset{}, nil
	}
	var known []string
	for _, p := range presets() {
		if p.name == name {
			return &p, nil
		}
		known = append(known, p.name)
	}
	return nil, badInput("flag --preset=%s (expected %s%s)", name, alternatives(known), didYouMean(name, known))
}

// add adds the flags to the preset.
func (p *preset) add(c *cli.Context) {
	for flag, list := range map[string]*[]figure{"nullmove": &p.policies, "engine": &p.engines, "variant": &p.variants} {
		for _, text := range c.StringSlice(flag) {
			*list = append(*list, figure{text: text})
		}
	}
	if searches := c.StringSlice("search"); len(searches) > 0 {
		p.searches = searches
	}
	if len(p.searches) == 0 {
		p.searches = []string{"modern"}
	}
	p.suites = append(p.suites, c.StringSlice("suite")...)
	p.limits = append(p.limits, c.StringSlice("limit")...)
	if text := c.String("reference"); text != "" {
		p.reference = text
	}
}

// writeInto puts what write writes between two marks of a file; kind is the command
// that writes there.
func writeInto(file, kind, name string, write func(io.Writer) error) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return badInput("flag --into: %w", err)
	}
	begin, end := "<!-- "+kind+" "+name+" -->\n", "<!-- end -->\n"
	before, rest, found := strings.Cut(string(text), begin)
	_, after, ends := strings.Cut(rest, end)
	if !found || !ends {
		return badInput("%s: there is no line %q with %q behind it", file, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return replaceFile(file, func(w io.Writer) error {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return err
		}
		_, err := fmt.Fprint(w, before, begin, "\n", b.String(), end, after)
		return err
	})
}
