package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
)

// testSpsa returns a fast tuning with few nodes for each move, after a change of its settings.
func testSpsa(t *testing.T, path string, change func(*spsaRun)) (r *spsaRun, out, told *bytes.Buffer) {
	t.Helper()
	out, told = new(bytes.Buffer), new(bytes.Buffer)
	r = &spsaRun{
		path: path, workers: 1, out: out, diagnostics: told, sign: func(context.Context) (uint64, error) { return 77, nil },
		head: spsaHead{Format: spsaFormat, Schema: spsaSchema, Limit: "nodes=200", Hash: 1, Pairs: 6, Batch: 2, Rate: 1, Seed: 1},
	}
	if change != nil {
		change(r)
	}
	must.Do(t, r.prepare("untuned", []string{"lmrbase=45:0:150:10", "rfp=120:40:250:12"}))
	return r, out, told
}

// TestSpsa checks that two workers write the same bytes as one, and so does a run resumed after any line, complete or not.
func TestSpsa(t *testing.T) {
	dir := t.TempDir()
	path, page := filepath.Join(dir, "tuned.jsonl"), filepath.Join(dir, "tuned.html")
	r, out, told := testSpsa(t, path, func(r *spsaRun) { r.page = page })
	must.Do(t, r.run(t.Context()))
	whole := string(must.Get(os.ReadFile(path))(t))
	lines := strings.SplitAfter(whole, "\n")
	if len(lines) != 5 || lines[4] != "" || !strings.HasPrefix(lines[3], `{"iteration":3,"theta":[`) {
		t.Fatalf("the file is\n%s", whole)
	}
	theta, params := r.theta(), must.Get(r.result())(t)
	if want := fmt.Sprintf("batch 3 of 3: lmrbase=%.2f rfp=%.2f, ", theta[0], theta[1]); !strings.HasPrefix(told.String(), want) {
		t.Errorf("it tells %q, want %s", told, want)
	}
	last := fmt.Sprintf("zugtune: batches=3 pairs=6 signature=77 search=untuned,lmrbase=%.0f,rfp=%.0f\n", theta[0], theta[1])
	row := fmt.Sprintf("│ lmrbase   │  45.00 │ %6.2f │ %+15.2f │\n", theta[0], (theta[0]-45)/10)
	if !strings.HasSuffix(out.String(), last) || !strings.Contains(out.String(), row) || params == search.Modern() {
		t.Errorf("it says\n%swant the row\n%sand the last line\n%s", out, row, last)
	}
	if text := string(must.Get(os.ReadFile(page))(t)); !strings.Contains(text, "batch 3: lmrbase=") || !strings.Contains(text, "batch 3: rfp=") || !strings.Contains(text, params.String()) {
		t.Errorf("the page has no two curves or no search: %.300s", text)
	}
	again := func(name, before string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if before != "" {
			must.Do(t, os.WriteFile(path, []byte(before), 0o600))
		}
		r, more, told := testSpsa(t, path, func(r *spsaRun) { r.workers = 2 })
		must.Do(t, r.run(t.Context()))
		if text := string(must.Get(os.ReadFile(path))(t)); text != whole || more.String() != out.String() {
			t.Errorf("%s has\n%swant\n%sand says\n%s", name, text, whole, more)
		}
		cut := len(before) - strings.LastIndexByte(before, '\n') - 1
		want := fmt.Sprintf("%s: %d bytes at its end were not written to the end and are cut off\n", path, cut)
		if torn := strings.HasPrefix(told.String(), want); torn != (cut > 0) {
			t.Errorf("%s tells %q", name, told)
		}
	}
	again("two workers", "")
	again("head", lines[0])
	again("line", lines[0]+lines[1])
	again("torn", lines[0]+lines[1]+lines[2][:20])
	again("whole", whole)
}

// TestSpsaInterrupted checks that an interrupted run reports its parameters.
func TestSpsaInterrupted(t *testing.T) {
	r, out, _ := testSpsa(t, filepath.Join(t.TempDir(), "tuned.jsonl"), nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
	if want := "zugtune: batches=0 pairs=0 signature=77 search=untuned\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("it says\n%s", out)
	}
}

// TestSpsaRefuses checks that files of another engine or other settings, foreign lines and files locked by another process
// are refused and left unchanged.
func TestSpsaRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tuned.jsonl")
	r, _, _ := testSpsa(t, path, func(r *spsaRun) { r.head.Pairs = 2 })
	must.Do(t, r.run(t.Context()))
	whole := string(must.Get(os.ReadFile(path))(t))
	head, line, _ := strings.Cut(whole, "\n")
	same := func(r *spsaRun) { r.head.Pairs = 2 }
	for _, test := range []struct {
		name, text string
		change     func(*spsaRun)
		want       string
	}{
		{"engine", whole, func(r *spsaRun) {
			same(r)
			r.sign = func(context.Context) (uint64, error) { return 78, nil }
		}, " has signature 77, this command signature 78 (expected the same engine and settings, or another file)"},
		{"pairs", whole, nil, " has pairs 2, this command pairs 6 (expected the same engine and settings, or another file)"},
		{"rate", whole, func(r *spsaRun) { same(r); r.head.Rate = 0.5 }, " has rate 1, this command rate 0.5 (expected the same engine and settings, or another file)"},
		{"parameters", strings.Replace(whole, `"max":250`, `"max":200`, 1), same, " has parameters lmrbase=45:0:150:10 rfp=120:40:200:12, this command parameters lmrbase=45:0:150:10 rfp=120:40:250:12 (expected the same engine and settings, or another file)"},
		{"other file", "{\"format\":\"x\"}\n", same, `:1:1: format "x" of schema 0 (expected zugwatch-spsa, schema 1)`},
		{"no JSON", head + "\n{\n", same, ":2:1: unexpected EOF"},
		{"line too many", whole + strings.Replace(line, `"iteration":1`, `"iteration":2`, 1), same, ":3: line is not of batch 2 (expected the lines that the command wrote)"},
		{"wrong batch", strings.Replace(whole, `"iteration":1`, `"iteration":2`, 1), same, ":2: line is not of batch 1 (expected the lines that the command wrote)"},
	} {
		must.Do(t, os.WriteFile(path, []byte(test.text), 0o600))
		r, out, _ := testSpsa(t, path, test.change)
		if err := r.run(t.Context()); err == nil || err.Error() != path+test.want || out.Len() > 0 {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
		if text := string(must.Get(os.ReadFile(path))(t)); text != test.text {
			t.Errorf("%s: the file has become\n%s", test.name, text)
		}
	}
	lock := must.Get(file.Acquire(path+".lock", "a test"))(t)
	r, _, _ = testSpsa(t, path, same)
	if err := r.run(t.Context()); err == nil || !strings.HasSuffix(err.Error(), ": file is locked by a test (expected one runner for each output)") {
		t.Errorf("a file that is locked: %v", err)
	}
	must.Do(t, lock.Release())
}

// TestSpsaErrors checks the errors for invalid options.
func TestSpsaErrors(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	for _, test := range []struct{ options, want string }{
		{"", `Required flag "parameter" not set`},
		{"--parameter rfp x", `argument "x" (expected options only)`},
		{"--parameter lmr", `search key "lmr" is no number (expected one of lmrbase lmrdiv lmrcut lmrfalling lmrkiller lmrnoisy lmrfailhighs lmrroot lmrhistory lmrdeeper lmp lmpfirst lmpslope rfp rfpdepth futilityscore see seequiet singular probcut mcdepth mcr mcmoves mccuts iir iid check matethreat onereply recapture passed orderescape orderattack historystatic qchecks delta)`},
		{"--parameter rfp=", `parameter "rfp=" (expected KEY, KEY=START, KEY=START:MIN:MAX or KEY=START:MIN:MAX:STEP with numbers)`},
		{"--parameter rfp=1:2", `parameter "rfp=1:2" (expected KEY, KEY=START, KEY=START:MIN:MAX or KEY=START:MIN:MAX:STEP with numbers)`},
		{"--parameter rfp=1:a:b:1", `parameter "rfp=1:a:b:1" (expected KEY, KEY=START, KEY=START:MIN:MAX or KEY=START:MIN:MAX:STEP with numbers)`},
		{"--parameter rfp=120:0:1001", "parameter rfp: range from 0 to 1001 (expected both within 0 to 1000)"},
		{"--parameter rfp=120:-1:250", "parameter rfp: range from -1 to 250 (expected both within 0 to 1000)"},
		{"--parameter rfp=120:250:40:12", "parameter rfp=120:250:40:12: range from 250 to 40 (expected a minimum below the maximum)"},
		{"--parameter rfp=300:40:250:12", "parameter rfp=300:40:250:12: start 300 (expected 40 to 250)"},
		{"--search untuned --parameter rfp=:40:250:0", "parameter rfp=120:40:250:0: step 0 (expected more than 0, up to 210)"},
		{"--parameter probcut", "parameter probcut is 0, which gives no range (expected probcut=START:MIN:MAX within 0 to 1000)"},
		{"--parameter rfp --parameter rfp", "parameter rfp is listed twice (expected each once)"},
		{"--parameter rfp --search fast", `search "fast" (expected one of modern untuned falcon plain)`},
		{"--parameter rfp --limit movetime=1s", "limit movetime=1s reads a clock (expected nodes or depth)"},
		{"--parameter rfp --pairs 9", "flag --pairs=9 (expected a multiple of --batch=8)"},
		{"--parameter rfp --batch 1001", "flag --batch=1001 (expected 1 to 1000, the openings of the book)"},
		{"--parameter rfp --hash 0", "flag --hash=0 (expected 1 to 65536)"},
		{"--parameter rfp --workers 0", "flag --workers=0 (expected 1 to 1024)"},
		{"--parameter rfp --rate 0", "1 iterations with rate 0 (expected at least one, and a rate above 0 up to 100)"},
		{"--parameter rfp --farm here", `farm: address "here" (expected nats://HOST:PORT or tls://HOST:PORT, without a password)`},
	} {
		refused(t, append([]string{"spsa", "-o", out, "--pairs", "8", "--limit", "depth=1"}, strings.Fields(test.options)...), test.want)
	}
	if entries, _ := filepath.Glob(filepath.Join(dir, "*")); len(entries) != 0 {
		t.Errorf("files are left behind: %v", entries)
	}
}

// TestParseParameter checks the defaults for omitted parts of a parameter.
func TestParseParameter(t *testing.T) {
	for text, want := range map[string]string{
		"rfp":                "rfp=120:60:240:9",
		"rfp=100.5":          "rfp=100.5:50:201:7.55",
		"rfp=:100:200":       "rfp=120:100:200:5",
		"rfp=110:100:200:.5": "rfp=110:100:200:0.5",
		"check":              "check=4:2:8:1",
		"probcut=100:50:200": "probcut=100:50:200:7.5",
		"orderattack=90000":  "orderattack=90000:45000:100000:2750",
	} {
		if p, err := parseParameter(text, search.Untuned()); err != nil || p.String() != want {
			t.Errorf("%s is read as %s, %v; want %s", text, p, err, want)
		}
	}
}
