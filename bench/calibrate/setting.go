package calibrate

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/text"
)

// The keys that are none of a gate.
const (
	formsKey   = "forms"
	withoutKey = "without"
)

// Setting is a value of the configuration that follows, and why.
type Setting struct {
	Key    string `json:"key"`              // "forms", "without", "nodes-solution", "lost-forms" or "nodes-total"
	Old    string `json:"old"`              // the value now, a default if the configuration has none
	Value  string `json:"value"`            // what should
	Reason string `json:"reason,omitempty"` // one line
}

// settings returns what follows for a suite: its forms, and the limits of its tests.
func (c *Calibration) settings(a *Advice, chosen *config.Suite) []Setting {
	var all []Setting
	if a.Kind != compare.Rules {
		all = append(all, Setting{
			Key: formsKey, Old: config.FormsText(chosen.First, chosen.Forms), Value: config.FormsText(a.First, a.Most), Reason: c.formsReason(a),
		})
	}
	if left := a.Scatter.Left; len(left) > 0 {
		all = append(all, Setting{
			Key: withoutKey, Old: config.ListText(chosen.Without), Value: config.ListText(slices.Concat(chosen.Without, left)), Reason: leftOutReason(a),
		})
	}
	for i := range a.Tests {
		if t := &a.Tests[i]; t.Key != "" && !t.Few {
			all = append(all, Setting{Key: t.Key, Old: t.Old.String(), Value: t.Allowed.String(), Reason: testReason(a, t)})
		}
	}
	return all
}

// formsReason says why so many forms.
func (c *Calibration) formsReason(a *Advice) string {
	what := "zugwatch ci"
	if c.Both {
		what = "zugwatch ab"
	}
	fits := "within"
	if !c.FitsBudget() {
		fits = "which is more than"
	}
	return fmt.Sprintf("a form of all positions takes %s with %s; with these forms of every suite %s takes %s at most, %s %s",
		seconds(a.Scatter.Wall), text.Count(c.Workers, "worker"), what, seconds(c.LongestTime()), fits, seconds(c.Budget))
}

// leftOutReason says why positions are left out.
func leftOutReason(a *Advice) string {
	return fmt.Sprintf("%d more positions of which %s solved no form in two draws of %d; they took %.1f%% of the nodes, and where nothing is solved nothing can be lost",
		len(a.Scatter.Left), cmp.Or(a.Engine, "the engine"), a.Scatter.Forms, 100*a.Scatter.Saved)
}

// testReason says why so much is allowed.
func testReason(a *Advice, t *Test) string {
	last := t.Last()
	return fmt.Sprintf("%s of two draws of %s differ by chance with a standard error of %.1f%% in %d forms; 95%% of re-rolls pass from %.1f%% on, and with %s allowed 95%% of changes that cost %.1f%% are red",
		t.What, cmp.Or(a.Engine, "the engine"), 100*last.Error, last.Forms, 100*last.Passes, t.Allowed, 100*last.Red)
}

// seconds returns a time as a reason tells it.
func seconds(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }

// engineName returns the name of an engine and its version.
func engineName(id engine.ID) string { return strings.TrimSpace(id.Name + " " + id.Version) }

// edits returns the settings as they are written into the configuration, with the command and
// the date before each reason.
func (c *Calibration) edits() (all []config.Setting) {
	for i := range c.Suites {
		a := &c.Suites[i]
		for _, s := range a.Settings {
			// Names of engines come from elsewhere, and may hold what would end a comment or is not to be seen.
			reason := text.Printable(fmt.Sprintf("%s, %s): %s", c.Date, c.Command, s.Reason))
			all = append(all, config.Setting{
				Suite: a.Suite, Gate: s.Key != formsKey && s.Key != withoutKey, Key: s.Key, Value: s.Value,
				Mark: "calibrated " + s.Key + " (", Reason: strings.ReplaceAll(reason, string(unicode.ReplacementChar), "?"),
			})
		}
	}
	return all
}

// CheckTarget finds what keeps Write from writing before anything is measured. The error
// is of the kind Input.
func CheckTarget(name string) error {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return failure.Inputf("%s is not there, so that nothing can be written into it (expected a configuration; zugwatch init writes a first one)", name)
	}
	if err := file.CheckTarget(name); err != nil {
		return failure.Inputf("configuration: %w", err)
	}
	return nil
}

// Write puts the settings into a configuration file, which is replaced as a whole or not
// at all, and reports whether it changed. The error is of the kind Input if the file
// cannot be read or edited: see config.Edit.
func (c *Calibration) Write(name string) (changed bool, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return false, failure.Inputf("configuration: %w", err)
	}
	edited, err := config.Edit(name, text, c.edits())
	if err != nil || bytes.Equal(edited, text) {
		return false, err
	}
	return true, file.OutputBytes(name, edited)
}
