package export

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"html"
	"net/url"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/jstemmer/go-junit-report/v2/junit"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	markdownhtml "github.com/yuin/goldmark/renderer/html"
	dom "golang.org/x/net/html"
	"golang.org/x/perf/benchfmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// hostileTexts are texts that break out of one format or another.
var hostileTexts = []string{
	golden.HostileText, "", "x", " ", "\n", "a\nb\r\nc\rd", "%0A%0D%25", "::error::x", "\n::error file=a::x", "\r ::set-env name=A::b",
	"##[error]x", "##[", "###[##[group]", "a|b||c", "`a``b```", "</code><script>x</script>", "&lt;&#60;", "]]>", "<![CDATA[", "<!--", "-->",
	"\x00\x01\x1b[2J\x7f", "\u009b31m", "\u202eabc\u202c\u2066", "\u05d0\u05d1 \u0645", "\ufeff\u200b\u00ad\u2028\u2029", "\xff\xfe\xc3", "\ufffe\uffff\ufffd",
	"e\u0301\u0301\u20dd", "\U000e0041\U0001f9ff", strings.Repeat("long ", 2048), strings.Repeat("|", 10<<10), strings.Repeat("\xff", 300),
	"@everyone #1 GH-1 http://a.b www.a.b a@b.c", "- [ ] a", "| a |\n|---|\n| b |", "# a", "> a", "    a", "1. a", "***", "a  ", "\\", "a\\|b", "$a$", "~~a~~", "![x](y)", "[x]: y", "a/b/c", "a-1", "a=b,c:d", "Benchmark", "Unit a b=c",
}

// hostileReport returns a report with one position lost, one with a fault, one that
// is all right and a problem, all in the words given.
func hostileReport(t testing.TB, id, name, text string) *report.Report {
	run := func() *bench.Run {
		return &bench.Run{
			Schema: 1, Limits: "depth=9", Complete: true,
			Engine: engine.ID{Name: name, Version: text, Options: []engine.Option{{Name: name, Value: text}}},
			Suite:  bench.SuiteRef{Name: name, Count: 3},
			Outcomes: []bench.Outcome{
				{ID: id, Verdict: bench.Solved, Want: text, Best: text, Nodes: 1},
				{ID: id + "2", Verdict: bench.Solved, Want: text, Best: text, Nodes: 1},
				{ID: id + "3", Verdict: bench.Solved, Want: text, Best: text, Nodes: 1},
			},
		}
	}
	head := run()
	head.Engine.Options[0].Value += "'"
	head.Outcomes[0].Verdict = bench.Missed
	head.Outcomes[1] = bench.Outcome{ID: id + "2", Verdict: bench.Faulted, Fault: bench.FaultExit, Want: text}
	judged := trialOf(t, run(), head, compare.Gate{MaxFaults: 1, Total: compare.Unlimited, Position: compare.Unlimited})
	judged.Entry, judged.File, judged.Lines = report.Place{File: name, Line: 7}, text, []int{1, 2, 3}
	judged.Timing = &bench.Timing{Workers: 1, Warnings: []string{text}, Positions: []bench.PositionTime{{}, {Fault: text}, {Retried: text}}}
	alone := report.Trial{Run: head, Timing: judged.Timing}
	return &report.Report{
		Tool: text, Verdict: "fail", Code: 1, Problem: &report.Problem{Text: text, Place: report.Place{File: name, Line: 1}},
		Trials: []report.Trial{judged, alone},
	}
}

// trialOf returns a run judged by another.
func trialOf(t testing.TB, base, head *bench.Run, gate compare.Gate) report.Trial {
	t.Helper()
	return report.Trial{Run: head, Base: base, Comparison: must.Get(compare.Compare(base, head, gate, compare.Evidence{}))(t)}
}

// render returns a report in one format, with all that there is.
func render(t testing.TB, r *report.Report, format Format) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, Write(&out, r, Options{Format: format, Options: report.Options{Verbose: true}}))
	return out.Bytes()
}

// FuzzReport: with any texts, each format is read by a parser that does not depend on this
// package. It has the structure that harmless texts give, and gives the texts back. No output
// holds an unintended command.
func FuzzReport(f *testing.F) {
	for i, text := range hostileTexts {
		f.Add(text, hostileTexts[(i+1)%len(hostileTexts)], hostileTexts[(i+2)%len(hostileTexts)])
	}
	f.Fuzz(func(t *testing.T, id, name, text string) {
		r := hostileReport(t, id, name, text)
		for _, word := range Formats() {
			format := Format(word)
			got := render(t, r, format)
			checkPrintable(t, format, got)
			switch format {
			case "markdown":
				checkMarkdown(t, got, id, name, text)
			case "html":
				checkHTML(t, got, id)
			case JSON:
				checkJSON(t, got, id)
			case JSONLines:
				checkJSONLines(t, got, id)
			case JUnit:
				checkJUnit(t, got, id)
			case Annotations:
				checkAnnotations(t, got, r)
				continue
			case Benchmark:
				checkBenchmark(t, got, name, id)
			}
			if commands := parseCommands(string(got)); len(commands) > 0 {
				t.Errorf("%s: commands %q in %q", format, commands, got)
			}
		}
	})
}

func checkPrintable(t *testing.T, format Format, got []byte) {
	if !utf8.Valid(got) {
		t.Errorf("%s: not valid text: %q", format, got)
	}
	for _, r := range string(got) {
		if r != '\n' && r != ' ' && !unicode.IsPrint(r) {
			t.Fatalf("%s: %q is left in %q", format, r, got)
		}
	}
}

var (
	tag  = regexp.MustCompile(`<[^>]*>`)
	code = regexp.MustCompile(`(?s)<code>(.*?)</code>`)
)

// checkMarkdown renders as GitHub does, tables and bare links included.
func checkMarkdown(t *testing.T, got []byte, id, name, text string) {
	toHTML := func(source []byte) string {
		var out bytes.Buffer
		reader := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(markdownhtml.WithUnsafe()))
		must.Do(t, reader.Convert(source, &out))
		return out.String()
	}
	harmless := func(s string) string {
		if strings.TrimSpace(s) == "" {
			return s
		}
		return "x"
	}
	page := toHTML(got)
	plainly := render(t, hostileReport(t, harmless(id), harmless(name), harmless(text)), "markdown")
	if tags, want := tag.FindAllString(page, -1), tag.FindAllString(toHTML(plainly), -1); !slices.Equal(tags, want) {
		t.Errorf("%q became the elements %q, want %q", got, tags, want)
	}
	var texts []string
	for _, m := range code.FindAllStringSubmatch(page, -1) {
		texts = append(texts, html.UnescapeString(m[1]))
	}
	if want := doc.Plain(id+"2", doc.MaxName); !slices.Contains(texts, want) {
		t.Errorf("%q is not among %q", want, texts)
	}
}

// checkHTML parses as a browser does: nothing runs but the page's own script, nothing is loaded,
// links lead to one place, no attribute holds a script, and the texts are given back.
func checkHTML(t *testing.T, got []byte, id string) {
	root := must.Get(dom.Parse(bytes.NewReader(got)))(t)
	scripts, texts := 0, 0
	for n := range root.Descendants() {
		switch {
		case n.Type == dom.TextNode:
			if shown := doc.Plain(id, doc.MaxName); n.Data == shown {
				texts++
			}
		case n.Type == dom.ElementNode && n.Data == "script":
			scripts++
		}
		for _, a := range n.Attr {
			link := n.Data == "a" && a.Key == "href" && (strings.HasPrefix(a.Val, "https://lichess.org/analysis/standard/") || strings.HasPrefix(a.Val, "#part-")) || n.Data == "use"
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "src" || a.Key == "href" && !link {
				t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
		}
	}
	if scripts != 1 || texts == 0 && id != "" {
		t.Errorf("%d scripts, the name is there %d times", scripts, texts)
	}
}

func checkJSON(t *testing.T, got []byte, id string) {
	var document struct {
		Suites []struct {
			Positions []struct{ ID string }
		}
	}
	if err := json.Unmarshal(got, &document); err != nil || len(document.Suites) != 2 || len(document.Suites[0].Positions) != 3 {
		t.Fatalf("%v in %q", err, got)
	}
	if read := document.Suites[0].Positions[0].ID; utf8.ValidString(id) && read != id {
		t.Errorf("%q reads as %q", id, read)
	}
}

func checkJSONLines(t *testing.T, got []byte, id string) {
	lines := bytes.Split(bytes.TrimSuffix(got, []byte("\n")), []byte("\n"))
	if len(lines) != 7 {
		t.Fatalf("%d lines in %q", len(lines), got)
	}
	for i, line := range lines {
		var record struct{ Record, ID string }
		if err := json.Unmarshal(line, &record); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		if want := map[bool]string{true: "summary", false: "position"}[i == 6]; record.Record != want {
			t.Errorf("line %d is a %s", i, record.Record)
		}
		if i == 0 && utf8.ValidString(id) && record.ID != id {
			t.Errorf("%q reads as %q", id, record.ID)
		}
	}
}

func checkJUnit(t *testing.T, got []byte, id string) {
	var document, all junit.Testsuites
	if err := xml.Unmarshal(got, &document); err != nil {
		t.Fatalf("%v in %q", err, got)
	}
	for _, suite := range document.Suites {
		var own junit.Testsuite
		for _, c := range suite.Testcases {
			own.AddTestcase(c)
		}
		stated, has := [4]int{suite.Tests, suite.Failures, suite.Errors, suite.Skipped}, [4]int{own.Tests, own.Failures, own.Errors, own.Skipped}
		if has != stated {
			t.Errorf("suite states %v and has %v", stated, has)
		}
		all.AddSuite(own)
	}
	stated, has := [4]int{document.Tests, document.Failures, document.Errors, document.Skipped}, [4]int{all.Tests, all.Failures, all.Errors, all.Skipped}
	if has != stated || len(document.Suites) != 3 || all.Tests != 7 {
		t.Fatalf("document states %v and has %v in %d suites", stated, has, len(document.Suites))
	}
	if read := document.Suites[1].Testcases[0].Name; read != xmlText(id) {
		t.Errorf("%q reads as %q", id, read)
	}
}

// xmlText replaces what XML 1.0 cannot hold, not even escaped.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return r
		case r < ' ', r == 0xfffe, r == 0xffff:
			return '\uFFFD'
		}
		return r
	}, s)
}

func checkAnnotations(t *testing.T, got []byte, r *report.Report) {
	trial := r.Trials[0]
	name := trial.Run.Suite.Name
	var want []string
	add := func(level, file, title string) {
		if !reachable(file) {
			file = ""
		}
		want = append(want, level+"\n"+file+"\n"+strings.TrimRight(doc.Plain(title, doc.MaxName), " "))
	}
	add("error", r.Problem.Place.File, "zugwatch")
	add("error", trial.Place(0).File, name+" "+trial.Run.Outcomes[0].ID)
	add("error", trial.Place(0).File, name+" "+trial.Run.Outcomes[1].ID)
	add("error", "", name+" "+trial.Run.Outcomes[1].ID)
	for i, place := range []string{trial.Entry.File, ""} {
		for range r.Trials[i].Remarks() {
			add("warning", place, name)
		}
	}
	add("warning", "", name+" "+trial.Run.Outcomes[0].ID)
	var read []string
	for _, c := range parseCommands(string(got)) {
		if strings.ContainsAny(c.message, "\r\n") {
			t.Errorf("message %q has several lines", c.message)
		}
		read = append(read, c.name+"\n"+c.properties["file"]+"\n"+c.properties["title"])
	}
	if !slices.Equal(read, want) || bytes.Count(got, []byte("\n")) != len(want) {
		t.Errorf("read %q, want %q", read, want)
	}
}

func checkBenchmark(t *testing.T, got []byte, suite, id string) {
	reader := benchfmt.NewReader(bytes.NewReader(got), "report")
	var names []string
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Fatalf("%v in %q", record, got)
		case *benchfmt.Result:
			if record.GetConfig("limits") != "depth=9" {
				t.Errorf("limits are %q", record.GetConfig("limits"))
			}
			names = append(names, string(record.Name))
		}
	}
	if reader.Err() != nil || len(names) != 9 {
		t.Fatalf("%d results, %v", len(names), reader.Err())
	}
	if suite == "" || id == "" || len(suite)+len(id) > maxBenchmarkName/3 {
		return
	}
	parts := strings.Split(strings.TrimSuffix(names[0], "-1"), "/")
	if len(parts) != 3 || parts[0] != "Suite" {
		t.Fatalf("name %q", names[0])
	}
	for i, want := range []string{suite, id} {
		if read, err := url.PathUnescape(parts[i+1]); err != nil || read != want {
			t.Errorf("%q reads as %q, %v", want, read, err)
		}
	}
}

// TestBenchmarkNames: long texts stay apart and lines short enough to be read.
func TestBenchmarkNames(t *testing.T) {
	long := strings.Repeat("\n", 100<<10)
	a, b := benchmarkName(long+"a"), benchmarkName(long+"b")
	if a == b || len(a) > maxBenchmarkName+17 {
		t.Errorf("%d and %d bytes, equal: %v", len(a), len(b), a == b)
	}
	checkBenchmark(t, render(t, hostileReport(t, long, long, long), Benchmark), long, long)
}

// TestXMLLint: a second parser reads the XML.
func TestXMLLint(t *testing.T) {
	path, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("there is no xmllint")
	}
	for _, text := range hostileTexts {
		lint := exec.Command(path, "--noout", "-")
		lint.Stdin = bytes.NewReader(render(t, hostileReport(t, text, text, text), JUnit))
		if out, err := lint.CombinedOutput(); err != nil {
			t.Errorf("%q: %v: %s", text, err, out)
		}
	}
}
