package config

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// edits returns settings of the suite wac: its forms, and one key of its gate.
func edits(forms, growth string) []Setting {
	return []Setting{
		{Suite: "wac", Key: "forms", Value: forms, Mark: "calibrated forms ", Reason: "because " + forms},
		{Suite: "wac", Gate: true, Key: "nodes-solution", Value: growth, Mark: "calibrated nodes-solution ", Reason: "because " + growth},
	}
}

func TestEdit(t *testing.T) {
	for _, test := range []struct{ name, before, after string }{
		{
			"block, with a gate in one line",
			"# a\nsuites:\n  # b\n  - name: wac # c\n    kind: tactics\n    forms: 4-8   # d\n    limit: nodes=1000\n    gate: {nodes-solution: 3%} # e\n\n  - name: tree\n    kind: nodes\n    limit: depth=3\n",
			"# a\nsuites:\n  # b\n  - name: wac # c\n    kind: tactics\n    # calibrated forms because 2-4\n    forms: 2-4   # d\n    limit: nodes=1000\n    # calibrated nodes-solution because 7%\n    gate: {nodes-solution: 7%} # e\n\n  - name: tree\n    kind: nodes\n    limit: depth=3\n",
		},
		{
			"block, without a gate",
			"suites:\n- name: wac\n  forms: 4\n  kind: tactics\n  limit: nodes=1000\n\nworkers: 1",
			"suites:\n- name: wac\n  # calibrated forms because 2-4\n  forms: 2-4\n  kind: tactics\n  limit: nodes=1000\n  # calibrated nodes-solution because 7%\n  gate: {nodes-solution: 7%}\n\nworkers: 1",
		},
		{
			"block, with another key in the gate",
			"suites:\n  - kind: tactics\n    gate:\n      faults: 1 # some\n    name: wac\n    forms: 4\n    limit: nodes=1000",
			"suites:\n  - kind: tactics\n    gate:\n      faults: 1 # some\n      # calibrated nodes-solution because 7%\n      nodes-solution: 7%\n    name: wac\n    # calibrated forms because 2-4\n    forms: 2-4\n    limit: nodes=1000",
		},
		{
			"forms first, quoted, in a gate of lines",
			"suites:\n  - forms: \"4\"\n    name: wac\n    kind: tactics\n    limit: nodes=1000\n    gate:\n      nodes-solution: '3%'\n",
			"suites:\n  # calibrated forms because 2-4\n  - forms: 2-4\n    name: wac\n    kind: tactics\n    limit: nodes=1000\n    gate:\n      # calibrated nodes-solution because 7%\n      nodes-solution: 7%\n",
		},
		{
			"one line",
			"suites:\n  - {name: wac, kind: tactics, forms: 4, limit: nodes=1000}\n  - {name: bk, kind: tactics, forms: 4, limit: nodes=1000}\n",
			"suites:\n  # calibrated forms because 2-4\n  # calibrated nodes-solution because 7%\n  - {name: wac, kind: tactics, forms: 2-4, limit: nodes=1000, gate: {nodes-solution: 7%}}\n  - {name: bk, kind: tactics, forms: 4, limit: nodes=1000}\n",
		},
		{
			"one line with an empty gate, strange letters before it",
			"suites:\n  - {name: wac, gate: {}, engine: self, suite: \"größe→.epd\", kind: tactics, forms: 4, limit: nodes=1000}\nengines: [{name: self, command: self}]\n",
			"suites:\n  # calibrated forms because 2-4\n  # calibrated nodes-solution because 7%\n  - {name: wac, gate: {nodes-solution: 7%}, engine: self, suite: \"größe→.epd\", kind: tactics, forms: 2-4, limit: nodes=1000}\nengines: [{name: self, command: self}]\n",
		},
		{
			"mark and ends of lines of Windows",
			"\ufeffsuites:\r\n  - name: wac\r\n    kind: tactics\r\n    forms: 4\r\n    limit: nodes=1000\r\n",
			"\ufeffsuites:\r\n  - name: wac\r\n    kind: tactics\r\n    # calibrated forms because 2-4\r\n    forms: 2-4\r\n    limit: nodes=1000\r\n    # calibrated nodes-solution because 7%\r\n    gate: {nodes-solution: 7%}\r\n",
		},
		{
			"a mapping over lines at its end",
			"suites:\n  - name: wac\n    kind: tactics\n    forms: 4\n    limit: nodes=1000\n    gate: {\n      faults: 1,\n      nodes-solution: 3% }\n",
			"suites:\n  - name: wac\n    kind: tactics\n    # calibrated forms because 2-4\n    forms: 2-4\n    limit: nodes=1000\n    gate: {\n      faults: 1,\n      # calibrated nodes-solution because 7%\n      nodes-solution: 7% }\n",
		},
		{
			"no forms yet",
			"suites:\n  - {name: wac, kind: tactics, limit: nodes=1000}\n",
			"suites:\n  # calibrated forms because 2-4\n  # calibrated nodes-solution because 7%\n  - {name: wac, kind: tactics, limit: nodes=1000, forms: 2-4, gate: {nodes-solution: 7%}}\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := must.Get(Edit("f.yaml", []byte(test.before), edits("2-4", "7%")))(t)
			if diff := cmp.Diff(test.after, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			again, err := Edit("f.yaml", got, edits("2-4", "7%"))
			if err != nil || string(again) != string(got) {
				t.Errorf("a second time it is\n%s%v", again, err)
			}
			other, err := Edit("f.yaml", got, edits("8", "4%"))
			want := strings.NewReplacer("2-4", "8", "7%", "4%").Replace(test.after)
			if err != nil || string(other) != want {
				t.Errorf("other settings: %v\n%s", err, cmp.Diff(want, string(other)))
			}
		})
	}
}

// TestEditDefaults: of the configuration of this repository nothing but the lines of the
// settings changes.
func TestEditDefaults(t *testing.T) {
	settings := edits("4-16", "4%")
	settings = append(settings,
		Setting{Suite: "tree", Gate: true, Key: "nodes-total", Value: "6%", Mark: "calibrated nodes-total (", Reason: "x)"},
		Setting{Suite: "mates", Key: "forms", Value: "2", Mark: "calibrated forms (", Reason: "x)"},
	)
	got := must.Get(Edit(FileName, defaults, settings))(t)
	before, after := strings.Split(string(defaults), "\n"), strings.Split(string(got), "\n")
	if len(after) != len(before)+len(settings) {
		t.Fatalf("%d lines, then %d:\n%s", len(before), len(after), got)
	}
	changed := 0
	for _, line := range after {
		switch {
		case strings.Contains(line, "# calibrated "):
			continue
		case line != before[0]:
			changed++
		}
		before = before[1:]
	}
	c, err := Parse(FileName, got)
	if err != nil || changed != len(settings) {
		t.Fatalf("%d lines changed, %v", changed, err)
	}
	if s := c.Suites[0]; s.First != 4 || s.Forms != 16 || *s.Gate.Solution != 40 {
		t.Errorf("wac is %+v", s)
	}
}

// TestEditList writes a list of ids.
func TestEditList(t *testing.T) {
	settings := func(ids ...string) []Setting {
		return []Setting{{Suite: "wac", Key: "without", Value: ListText(ids), Mark: "calibrated without (", Reason: "x)"}}
	}
	for _, test := range []struct{ name, before, after string }{
		{
			"none yet",
			"suites:\n  - name: wac\n    kind: tactics\n    limit: nodes=1000\n    gate:\n      control: [WAC.007]\n",
			"suites:\n  - name: wac\n    kind: tactics\n    limit: nodes=1000\n    # calibrated without (x)\n    without: [WAC.001, WAC.002]\n    gate:\n      control: [WAC.007]\n",
		},
		{
			"some, the last key",
			"suites:\n  - name: wac\n    kind: tactics\n    limit: nodes=1000\n    without: [ 'WAC.100' ] # a\n",
			"suites:\n  - name: wac\n    kind: tactics\n    limit: nodes=1000\n    # calibrated without (x)\n    without: [WAC.001, WAC.002] # a\n",
		},
		{
			"one line",
			"suites:\n  - {name: wac, without: [WAC.100], kind: tactics, limit: nodes=1000}\n",
			"suites:\n  # calibrated without (x)\n  - {name: wac, without: [WAC.001, WAC.002], kind: tactics, limit: nodes=1000}\n",
		},
		{
			"all of it",
			"suites:\n  - {name: wac, kind: tactics, limit: nodes=1000}\n",
			"suites:\n  # calibrated without (x)\n  - {name: wac, kind: tactics, limit: nodes=1000, without: [WAC.001, WAC.002]}\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			for text := test.before; ; text = test.after {
				got := must.Get(Edit("f.yaml", []byte(text), settings("WAC.001", "WAC.002")))(t)
				if diff := cmp.Diff(test.after, string(got)); diff != "" {
					t.Fatalf("(-want +got):\n%s", diff)
				}
				if text == test.after {
					return
				}
			}
		})
	}
	for name, text := range map[string]string{
		"over lines": "    without:\n      - WAC.100\n", "brackets over lines": "    without: [WAC.100,\n      WAC.101]\n",
	} {
		text = "suites:\n  - name: wac\n    kind: tactics\n    limit: nodes=1000\n" + text
		if got, err := Edit("f.yaml", []byte(text), settings("WAC.001")); failure.Of(err) != failure.Input || !strings.Contains(err.Error(), "suite wac: without cannot be written: its list is not in brackets on one line (expected without: [A, B])") {
			t.Errorf("%s: %s%v", name, got, err)
		}
	}
}

// TestListText reads lists as they are written.
func TestListText(t *testing.T) {
	ids := []string{"WAC.001", "BK-24_b", "plain", "true", "12", "2026-11-24", "1.5", "a, b", "it's", "\"x\"", "a: b", "[c]", "# d", "é", "*e", "f\\g"}
	text := ListText(ids)
	if want := "[WAC.001, BK-24_b, \"plain\", "; !strings.HasPrefix(text, want) {
		t.Errorf("%s, want %s…", text, want)
	}
	c := must.Get(Parse("f.yaml", []byte("suites:\n  - {name: wac, kind: tactics, limit: nodes=1000, without: "+text+"}\n")))(t)
	if diff := cmp.Diff(ids, c.Suites[0].Without); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEditRefused(t *testing.T) {
	for _, test := range []struct{ name, before, want string }{
		{"not there", "suites:\n  - {name: bk, kind: tactics, forms: 4, limit: nodes=1000}\n", "f.yaml:1:1: suite wac: forms cannot be written: there is no such suite (expected an entry of suites:)"},
		{"two on a line", "suites: [{name: wac, kind: tactics, forms: 4, limit: nodes=1000}, {name: bk, kind: tactics, forms: 4, limit: nodes=1000}]\n", "f.yaml:1:68: suite bk: forms cannot be written: it does not stand alone on its line"},
		{"text of several lines", "suites:\n  - name: wac\n    kind: tactics\n    limit: nodes=1000\n    forms: |\n      4\n", "f.yaml:5:12: suite wac: forms cannot be written: its value is no plain text on one line (expected KEY: VALUE)"},
		{"not read", "suites: 1\n", "f.yaml:1:9: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			settings := edits("2-4", "7%")
			if test.name == "two on a line" {
				settings = append(settings, Setting{Suite: "bk", Key: "forms", Value: "8", Mark: settings[0].Mark, Reason: "another"})
			}
			got, err := Edit("f.yaml", []byte(test.before), settings)
			if got != nil || failure.Of(err) != failure.Input || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s%v", got, err)
			}
		})
	}
	// More than the settings: a value that brings another key along.
	bad := edits("4, tier: full", "7%")
	if got, err := Edit("f.yaml", []byte("suites:\n  - {name: wac, kind: tactics, forms: 4, limit: nodes=1000}\n"), bad); err == nil {
		t.Errorf("no error: %s", got)
	}
}
