package export

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/zugwatch/zugwatch/bench/report"
)

// junitCounts are the counts of a suite of tests.
type junitCounts struct{ tests, failures, errors, skipped int }

func countTests(groups ...group) (n junitCounts) {
	for _, g := range groups {
		for c := range g.checks {
			n.tests++
			switch c.status {
			case failing:
				n.failures++
			case faulted:
				n.errors++
			case open:
				n.skipped++
			}
		}
	}
	return n
}

// writeJUnit writes a suite of tests for each group and a test for each check. A position that counts against a
// failing gate is a failure, and one with an engine fault an error. One that is not judged or not decided is
// skipped.
func writeJUnit(w *writer, r *report.Report) {
	all := groups(r)
	w.WriteString(xml.Header)
	w.open("testsuites", countTests(all...), "name", "zugwatch")
	for _, g := range all {
		w.group(g)
	}
	w.WriteString("</testsuites>\n")
}

// group writes a suite of tests.
func (w *writer) group(g group) {
	attributes := []string{"name", g.title}
	if j := g.trial; j != nil && j.File != "" {
		attributes = append(attributes, "file", j.File)
	}
	if j := g.trial; j != nil && j.Timing != nil {
		attributes = append(attributes, "time", seconds(j.Timing.Wall))
	}
	w.open("testsuite", countTests(g), attributes...)
	if g.trial != nil {
		w.properties(g.trial.Trial)
	}
	for c := range g.checks {
		w.test(c)
	}
	w.WriteString("</testsuite>\n")
}

// seconds returns the form of times in JUnit.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

// open writes the start of an element with counts and other attributes.
func (w *writer) open(element string, n junitCounts, attributes ...string) {
	fmt.Fprintf(w, "<%s", element)
	for i := 0; i+1 < len(attributes); i += 2 {
		w.attribute(attributes[i], attributes[i+1])
	}
	fmt.Fprintf(w, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">\n", n.tests, n.failures, n.errors, n.skipped)
}

func (w *writer) attribute(name, value string) {
	var text bytes.Buffer
	w.keepErr(xml.EscapeText(&text, []byte(value)))
	fmt.Fprintf(w, " %s=\"%s\"", name, printable(text.Bytes(), xmlEscape))
}

// properties says who searched and how far.
func (w *writer) properties(t *report.Trial) {
	w.WriteString("<properties>\n")
	property := func(name, value string) {
		if value == "" {
			return
		}
		w.WriteString("<property")
		w.attribute("name", name)
		w.attribute("value", value)
		w.WriteString("></property>\n")
	}
	engine := t.Run.Engine
	property("engine", strings.TrimSpace(engine.Name+" "+engine.Version))
	for _, o := range engine.Options {
		property("option "+o.Name, o.Value)
	}
	if t.Comparison != nil {
		property("question", t.Comparison.Question())
		property("answer", t.Comparison.Answer())
		property("change", t.Comparison.Identity.Change.String())
		for _, d := range t.Comparison.Differences {
			property("base "+d.Key, d.Base)
		}
	}
	for _, what := range t.Remarks() {
		property("conduct", what)
	}
	property("limits", t.Run.Limits)
	property("shard", t.Run.Shard.String())
	w.WriteString("</properties>\n")
}

func (w *writer) test(c check) {
	test := junit.Testcase{Name: c.name, Classname: c.group}
	if c.wall > 0 {
		test.Time = seconds(c.wall)
	}
	if c.status != fine {
		result := &junit.Result{Type: c.kind, Message: c.why()}
		switch c.status {
		case failing:
			test.Failure = result
		case faulted:
			test.Error = result
		case open:
			test.Skipped = result
		}
	}
	w.value.Reset()
	encoder := xml.NewEncoder(&w.value)
	element := xml.StartElement{Name: xml.Name{Local: "testcase"}}
	w.keepErr(encoder.EncodeElement(&test, element))
	w.Write(printable(w.value.Bytes(), xmlEscape))
	w.WriteString("\n")
}
