package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/hinshun/vt10x"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/must"
)

// hostileText holds escape sequences against a terminal: title, color, cursor moves, clearing, the other screen, a
// hidden cursor, tab width, an answer at the prompt, line ends and text direction. It has the one-byte codes of C1
// too.
const hostileText = "a\x1b]0;owned\x07b\x1b[31m\x1b[2J\x1b[5;40Hc\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[3g\x1b[6n\x1bc\rd\x08\x08e\x1b[10A\x0bf\x0cg\x1b)0\x0e" +
	"\u202eh\u2066i\u200f\u009b2J\u009d0;owned\u009c\u0085j\u2028k\x7f\u200b"

// shownColors are the sequences that Zugwatch writes itself, two colors and their end.
var shownColors = regexp.MustCompile("\x1b\\[(31|32|0)m")

// terminalTrouble returns the effects of an output on a terminal other than showing its lines in colors.
func terminalTrouble(output []byte) (trouble []string) {
	const end = "the end"
	bare := strings.Split(string(shownColors.ReplaceAll(output, nil)), "\n")
	var answers bytes.Buffer
	screen := vt10x.New(vt10x.WithSize(1000, len(bare)+10), vt10x.WithWriter(&answers))
	mode := screen.Mode()
	if _, err := screen.Write([]byte(strings.ReplaceAll(string(output)+end, "\n", "\r\n"))); err != nil {
		return []string{err.Error()}
	}
	bare[len(bare)-1] += end
	rows := strings.Split(screen.String(), "\n")
	for i, want := range bare {
		if got := strings.TrimRight(rows[i], " "); got != strings.TrimRight(want, " ") {
			trouble = append(trouble, "the screen has "+got+", the output "+want)
		}
	}
	if at := screen.Cursor(); at.Y != len(bare)-1 || at.X != len([]rune(bare[len(bare)-1])) || !screen.CursorVisible() {
		trouble = append(trouble, "the cursor is elsewhere")
	}
	if last := screen.Cell(0, len(bare)-1); last.FG != vt10x.DefaultFG || last.BG != vt10x.DefaultBG {
		trouble = append(trouble, "colors go on")
	}
	if title := screen.Title(); title != "" {
		trouble = append(trouble, "the title is "+title)
	}
	if screen.Mode() != mode {
		trouble = append(trouble, "the terminal is in another mode")
	}
	if answers.Len() > 0 {
		trouble = append(trouble, "the terminal answers "+answers.String())
	}
	if at := bytes.IndexFunc(shownColors.ReplaceAll(output, nil), func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) }); at >= 0 {
		trouble = append(trouble, "the output has a character that is none to be seen")
	}
	return trouble
}

// TestTerminalTrouble checks that the terminal of these tests reacts to each part of the hostile text, and not to
// harmless output.
func TestTerminalTrouble(t *testing.T) {
	if trouble := terminalTrouble([]byte("a \x1b[31mred\x1b[0m word, ♔ ━●━\nand a line\n")); trouble != nil {
		t.Errorf("harmless text: %q", trouble)
	}
	for text, want := range map[string]string{
		"\x1b]0;owned\x07": "the title is owned", "\x1b[5;40H": "the cursor is elsewhere", "\x1b[?25l": "the cursor is elsewhere", "\x1b[?7l": "the terminal is in another mode",
		"\x1b[6n": "the terminal answers", "\x1b[31m": "colors go on", "a\x1b[2J": "the screen has", "abc\rd": "the screen has", "\u202e": "the output has", hostileText: "the title is owned",
	} {
		if trouble := strings.Join(terminalTrouble([]byte(text+"\nnext\n")), "; "); !strings.Contains(trouble, want) {
			t.Errorf("%q: %q, want %s", text, trouble, want)
		}
	}
}

// hostileRuns returns files of runs of a suite in a folder. In each run one thing is hostile.
func hostileRuns(t *testing.T, folder string) (names []string) {
	t.Helper()
	run := must.Get(store.Load(filepath.Join(folder, "base.json")))(t)
	missed := func(o bench.Outcome) bench.Outcome {
		o.Verdict, o.Found, o.Stable, o.Best = bench.Missed, nil, nil, "Kh1"
		return o
	}
	for name, change := range map[string]func(r *bench.Run){
		"id":      func(r *bench.Run) { r.Outcomes[0].ID = hostileText },
		"best":    func(r *bench.Run) { r.Outcomes[0] = missed(r.Outcomes[0]); r.Outcomes[0].Best = hostileText },
		"want":    func(r *bench.Run) { r.Outcomes[0] = missed(r.Outcomes[0]); r.Outcomes[0].Want = hostileText },
		"engine":  func(r *bench.Run) { r.Engine.Name = hostileText },
		"version": func(r *bench.Run) { r.Engine.Version = hostileText },
		"option":  func(r *bench.Run) { r.Engine.Options[0].Value = hostileText },
		"suite":   func(r *bench.Run) { r.Suite.Name = hostileText },
		"limits":  func(r *bench.Run) { r.Limits = hostileText },
	} {
		changed := *run
		changed.Outcomes, changed.Engine.Options = append([]bench.Outcome(nil), run.Outcomes...), append(run.Engine.Options[:0:0], run.Engine.Options...)
		change(&changed)
		if err := store.Save(filepath.Join(folder, name+".json"), &changed); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		names = append(names, name+".json")
	}
	return names
}

// TestHostileTerminal shows hostile files, engines and arguments on a terminal: it shows lines
// of text in colors, and nothing else happens to it.
func TestHostileTerminal(t *testing.T) {
	folder := t.TempDir()
	write := func(name, content string, mode os.FileMode) {
		t.Helper()
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(content), mode))
	}
	shown := 0
	show := func(args ...string) (out, told string, code int) {
		t.Helper()
		command := exec.Command(args[0], args[1:]...)
		var stdout, stderr bytes.Buffer
		command.Dir, command.Stdout, command.Stderr = folder, &stdout, &stderr
		command.Env = append(os.Environ(), "COLUMNS=400", "CLICOLOR_FORCE=1", "LC_ALL=C.UTF-8", "HOME="+folder)
		if err := command.Run(); err != nil && command.ProcessState == nil {
			t.Fatal(err)
		}
		for _, output := range [][]byte{stdout.Bytes(), stderr.Bytes()} {
			if trouble := terminalTrouble(output); trouble != nil {
				t.Errorf("%q: %s", args, strings.Join(trouble, "\n"))
			}
		}
		if strings.Contains(stdout.String()+stderr.String(), "owned") {
			shown++
		}
		return stdout.String(), stderr.String(), command.ProcessState.ExitCode()
	}
	write("few.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id \"FEW.1\";\n6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - bm Rb8; id \"FEW.2\";\n", 0o666)
	if out, told, code := show("zugwatch", "run", "few.epd", "--depth", "2", "-o", "base.json"); code != 0 {
		t.Fatal(out, told)
	}
	for _, name := range hostileRuns(t, folder) {
		before := shown
		show("zugwatch", "report", name, "--verbose")
		show("zugwatch", "compare", "base.json", name)
		show("zugwatch", "compare", name, "base.json", "--verbose")
		if shown == before {
			t.Errorf("%s: nothing of the hostile text is shown", name)
		}
	}

	run := must.Get(store.Load(filepath.Join(folder, "engine.json")))(t)
	record, err := history.NewRecord(revision.Commit{Hash: strings.Repeat("a", 40), Subject: hostileText}, time.Unix(0, 0), run, nil)
	if err == nil {
		_, err = history.Append(filepath.Join(folder, "history.jsonl"), "a test", record)
	}
	if err != nil {
		t.Fatal(err)
	}
	write("hostile.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm "+strings.ReplaceAll(hostileText, ";", "")+"; id \"owned\";\n", 0o666)
	write("id.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id \"owned \u202eh\u2066i\u200f\u2028k\u200b\";\n", 0o666)
	write("hostile.yaml", "engine: "+hostileText+"\n", 0o666)
	write("engine.sh", "#!/bin/sh\nexec fake 'out ^id.name.* => id name "+hostileText+"' 'out ^bestmove.* => bestmove "+hostileText+"'\n", 0o777)
	for _, args := range [][]string{
		{"history", "show", "history.jsonl"},
		{"run", "id.epd", "--depth", "1", "--verbose"},
		{"suite", "show", "id.epd", "FEW.1"},
		{"run", hostileText, "--depth", "1"},
		{"run", "wac", "--depth", hostileText},
		{hostileText},
		{"run", "few.epd", "--depth", "1", "--verbose", "--engine", "./engine.sh"},
		{"doctor", "./engine.sh"},
	} {
		before := shown
		out, told, _ := show(append([]string{"zugwatch"}, args...)...)
		if shown == before {
			t.Errorf("%q: nothing of the hostile text is shown:\n%s%s", args, out, told)
		}
	}
	for _, args := range [][]string{{"run", "hostile.epd", "--depth", "1"}, {"suite", "lint", "hostile.epd"}, {"ci", "--config", "hostile.yaml"}} { // these tell the place alone
		if _, _, code := show(append([]string{"zugwatch"}, args...)...); code != 3 {
			t.Errorf("%q: exit code %d, want 3", args, code)
		}
	}
}
