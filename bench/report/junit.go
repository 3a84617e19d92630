package report

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/jstemmer/go-junit-report/v2/junit"
)

// junitCounts are the counts of a suite of tests.
type junitCounts struct{ tests, failures, errors, skipped int }

func (n *junitCounts) add(s standing) {
	n.tests++
	switch s {
	case failing:
		n.failures++
	case faulted:
		n.errors++
	case open:
		n.skipped++
	}
}

// plus are the counts of both.
func (n junitCounts) plus(o junitCounts) junitCounts {
	return junitCounts{n.tests + o.tests, n.failures + o.failures, n.errors + o.errors, n.skipped + o.skipped}
}

// count counts the tests of one suite.
func count(j *judged) (n junitCounts) {
	for i := range j.Run.Outcomes {
		if j.Run.Shard.Has(i) {
			n.add(j.standing(i))
		}
	}
	for _, gate := range j.unnamed() {
		n.add(standingOf(gate))
	}
	return n
}

// junitWriter writes tests one after the other and remembers the first error.
type junitWriter struct {
	out  *bufio.Writer
	test bytes.Buffer
	err  error
}

// writeJUnit writes a suite of tests for each suite and a test for each position
// of its shard. A position that counts against a failing gate is a failure, one
// with an engine fault an error, and one that is not judged or not decided is
// skipped. A gate that is not passed and names no position is a test of its own,
// and so is the problem, so that what is red elsewhere is red here.
func writeJUnit(out io.Writer, r *Report) error {
	w := &junitWriter{out: bufio.NewWriter(out)}
	var all junitCounts
	if r.Problem != nil {
		all.add(faulted)
	}
	for i := range r.Trials {
		all = all.plus(count(judge(&r.Trials[i])))
	}
	for i := range r.Races {
		all.add(r.Races[i].standing())
	}
	for i := range r.Shifts {
		all.add(r.Shifts[i].standing())
	}
	w.out.WriteString(xml.Header)
	w.open("testsuites", all, "name", "zugwatch")
	if r.Problem != nil {
		w.problem(r.Problem)
	}
	for i := range r.Trials {
		w.trial(judge(&r.Trials[i]))
	}
	for i := range r.Races {
		race := &r.Races[i]
		gate := race.gate()
		w.single(race.title(), race.standing(), gate.Axis.String(), reason(&gate))
	}
	for i := range r.Shifts {
		s := &r.Shifts[i]
		w.single(s.title(), s.standing(), "profile", s.text())
	}
	w.out.WriteString("</testsuites>\n")
	if err := w.out.Flush(); w.err == nil {
		w.err = err
	}
	if w.err != nil {
		return fmt.Errorf("report: %w", w.err)
	}
	return nil
}

// problem writes the suite of the one test that the command as a whole is.
func (w *junitWriter) problem(problem *Problem) {
	w.open("testsuite", junitCounts{tests: 1, errors: 1}, "name", "zugwatch")
	w.write(&junit.Testcase{Name: "command", Classname: "zugwatch"}, faulted, "problem", problem.Text)
	w.out.WriteString("</testsuite>\n")
}

// trial writes the tests of one suite.
func (w *junitWriter) trial(j *judged) {
	attributes := []string{"name", j.title()}
	if j.File != "" {
		attributes = append(attributes, "file", j.File)
	}
	if j.Timing != nil {
		attributes = append(attributes, "time", seconds(j.Timing.Wall))
	}
	w.open("testsuite", count(j), attributes...)
	w.properties(j.Trial)
	for i := range j.Run.Outcomes {
		if j.Run.Shard.Has(i) {
			w.position(j, i)
		}
	}
	for _, gate := range j.unnamed() {
		test := junit.Testcase{Name: "gate " + gate.Axis.String(), Classname: xmlText(j.title())}
		w.write(&test, standingOf(gate), gate.Axis.String(), reason(gate))
	}
	w.out.WriteString("</testsuite>\n")
}

// single writes the suite of the one test that a gate of its own is.
func (w *junitWriter) single(title string, s standing, kind, why string) {
	var n junitCounts
	n.add(s)
	w.open("testsuite", n, "name", title)
	w.write(&junit.Testcase{Name: "gate " + kind, Classname: xmlText(title)}, s, kind, why)
	w.out.WriteString("</testsuite>\n")
}

// position writes the test of one position.
func (w *junitWriter) position(j *judged, index int) {
	o := &j.Run.Outcomes[index]
	test := junit.Testcase{Name: xmlText(o.ID), Classname: xmlText(j.title())}
	if spent := timeOf(j.Timing, index).Wall; spent > 0 {
		test.Time = seconds(spent)
	}
	s, kind, why := j.standing(index), "", ""
	if s != fine {
		why = j.why(index)
	}
	switch s {
	case failing:
		kind = j.named[o.ID].Axis.String()
	case faulted:
		kind = o.Fault.String()
	}
	w.write(&test, s, kind, why)
}

// seconds is the form of times in JUnit.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

// open writes the start of an element with counts and other attributes.
func (w *junitWriter) open(element string, n junitCounts, attributes ...string) {
	fmt.Fprintf(w.out, "<%s", element)
	for i := 0; i+1 < len(attributes); i += 2 {
		w.attribute(attributes[i], attributes[i+1])
	}
	fmt.Fprintf(w.out, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">\n", n.tests, n.failures, n.errors, n.skipped)
}

func (w *junitWriter) attribute(name, value string) {
	var text bytes.Buffer
	if err := xml.EscapeText(&text, []byte(xmlText(value))); err != nil && w.err == nil {
		w.err = err
	}
	fmt.Fprintf(w.out, " %s=\"%s\"", name, printable(text.Bytes(), xmlEscape))
}

// properties says who searched and how far.
func (w *junitWriter) properties(t *Trial) {
	w.out.WriteString("<properties>\n")
	property := func(name, value string) {
		if value == "" {
			return
		}
		w.out.WriteString("<property")
		w.attribute("name", name)
		w.attribute("value", value)
		w.out.WriteString("></property>\n")
	}
	engine := t.Run.Engine
	property("engine", strings.TrimSpace(engine.Name+" "+engine.Version))
	for _, o := range engine.Options {
		property("option "+o.Name, o.Value)
	}
	if t.Comparison != nil {
		for _, d := range t.Comparison.Differences {
			property("base "+d.Key, d.Base)
		}
	}
	property("limits", t.Run.Limits)
	property("shard", t.Run.Shard.String())
	w.out.WriteString("</properties>\n")
}

// write writes one test with its result.
func (w *junitWriter) write(test *junit.Testcase, s standing, kind, why string) {
	result := &junit.Result{Type: kind, Message: xmlText(why)}
	switch s {
	case failing:
		test.Failure = result
	case faulted:
		test.Error = result
	case open:
		test.Skipped = result
	}
	w.test.Reset()
	encoder := xml.NewEncoder(&w.test)
	element := xml.StartElement{Name: xml.Name{Local: "testcase"}}
	if err := encoder.EncodeElement(test, element); err != nil && w.err == nil {
		w.err = err
	}
	w.out.Write(printable(w.test.Bytes(), xmlEscape))
	w.out.WriteString("\n")
}

// xmlText replaces what XML 1.0 can not hold, not even escaped.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return r
		case r < ' ', r == 0xfffe, r == 0xffff:
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
