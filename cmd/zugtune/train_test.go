package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// call runs a command line that must succeed, and returns what it prints.
func call(t *testing.T, ctx context.Context, args ...string) (out, diagnostics string) {
	t.Helper()
	var o, d bytes.Buffer
	if code := run(ctx, append([]string{"zugtune"}, args...), &o, &d); code != codeDone {
		t.Fatalf("%v: exit code %d, %s", args, code, &d)
	}
	return o.String(), d.String()
}

// writeGames plays a few games into text files and returns their names.
func writeGames(t *testing.T, dir string) (names []string) {
	t.Helper()
	for n := range 2 {
		var said bytes.Buffer
		p := testPlay(&said)
		p.generation.First = 4 * n
		name := filepath.Join(dir, fmt.Sprintf("games%d.txt", n))
		must.Do(t, p.file(t.Context(), name))
		names = append(names, name)
	}
	return names
}

// TestPack checks that a packed file has every position of its files once.
func TestPack(t *testing.T) {
	dir := t.TempDir()
	names := writeGames(t, dir)
	want := make(map[uint64]string)
	var sources string
	for _, name := range names {
		text := must.Get(os.ReadFile(name))(t)
		source := must.Get(tune.ReadSamples(bytes.NewReader(text), name, func(s *tune.Sample) error {
			if _, again := want[s.Position.Key()]; !again {
				want[s.Position.Key()] = s.String()
			}
			return nil
		}))(t)
		sources += source.String() + "\n"
	}
	once, twice := filepath.Join(dir, "once"), filepath.Join(dir, "twice")
	out, _ := call(t, t.Context(), append([]string{"pack", "-o", once}, names...)...)
	if !strings.HasPrefix(out, fmt.Sprintf("zugtune: files=2 positions=%d duplicates=", len(want))) {
		t.Errorf("pack says %s", out)
	}
	out, _ = call(t, t.Context(), "pack", "-o", twice, once, names[0])
	if !strings.HasPrefix(out, fmt.Sprintf("zugtune: files=2 positions=%d duplicates=", len(want))) || strings.HasSuffix(out, "=0\n") {
		t.Errorf("packing once more says %s", out)
	}
	text := must.Get(os.ReadFile(once))(t)
	if head := "# packed=1 sources=2\n" + sources; !strings.HasPrefix(string(text), head) || len(text) != len(head)+32*len(want) {
		t.Errorf("packed file of %d bytes begins with %.100q, want %q and %d records", len(text), text, head, len(want))
	}
	if _, err := tune.Read(bytes.NewReader(text), once, func(s *tune.Sample) error {
		if want[s.Position.Key()] != s.String() {
			t.Errorf("packed file has %s, want %s", s, want[s.Position.Key()])
		}
		delete(want, s.Position.Key())
		return nil
	}); err != nil || len(want) > 0 {
		t.Errorf("%d positions are missing, %v", len(want), err)
	}
}

var trainArgs = []string{"--hidden", "128", "--outputs", "2", "--epochs", "3", "--batch", "32", "--rate", "0.01", "--held", "0.2"}

// trainLine calls train with options.
func trainLine(out string, games []string, more ...string) []string {
	args := append([]string{"train", "-o", out}, trainArgs...)
	return append(append(args, more...), games...)
}

// TestTrain trains a network in one run, and again in an interrupted and resumed one. Then
// it quantizes and reads the network.
func TestTrain(t *testing.T) {
	dir := t.TempDir()
	games := writeGames(t, dir)
	whole, parts := filepath.Join(dir, "whole"), filepath.Join(dir, "parts")
	out, told := call(t, t.Context(), trainLine(whole, games, "--workers", "1")...)
	summary := regexp.MustCompile(`^zugtune: positions=\d+ epochs=3 loss=0\.\d{6} held=\d+ held-float=0\.\d{6} held-integers=0\.\d{6}\n$`)
	if !summary.MatchString(out) {
		t.Errorf("train says %q", out)
	}
	if n := len(regexp.MustCompile(`(?m)^epoch \d: loss 0\.\d{6}, held back 0\.\d{6}, rate \S+, \d+ positions/s$`).FindAllString(told, -1)); n != 3 {
		t.Errorf("train tells of %d epochs:\n%s", n, told)
	}
	stopAfter(t, " positions to learn from", trainLine(parts, games))
	if _, err := os.Stat(parts); err != nil {
		t.Errorf("an interrupted training leaves no checkpoint: %v", err)
	}
	stopAfter(t, "epoch 2: ", trainLine(parts, games, "--workers", "2", "--checkpoint", "1", "--resume"))
	again, told := call(t, t.Context(), trainLine(parts, games, "--workers", "2", "--resume")...)
	if again != out || strings.Contains(told, "epoch 2:") || !strings.Contains(told, "epoch 3:") {
		t.Errorf("going on says %q and tells\n%s", again, told)
	}
	same(t, whole, parts)
	refused(t, trainLine(parts, games, "--resume", "--blend", "0.5"), "(expected the settings of this call, buckets=1 hidden=128 outputs=2 epochs=3 batch=32 rate=0.01 blend=0.5 decay=0.01 held=0.2 seed=1 base="+eval.Digest()+")")
	refused(t, trainLine(parts, games[:1], "--resume"), "(expected the same files in the same order)")

	file := filepath.Join(dir, "net")
	out, _ = call(t, t.Context(), append([]string{"quantize", "-o", file, whole}, games...)...)
	n, err := network.Open(file)
	if err != nil || n.Hidden != 128 || n.Outputs != 2 || !strings.Contains(n.Origin, "games=8 limit=nodes=50 hash=2 signature=77; ") {
		t.Errorf("the file is %v, %v", n.Shape, err)
	}
	next := filepath.Join(dir, "next")
	call(t, t.Context(), trainLine(next, games, "--from", file)...)
	if c, err := readCheckpoint(next); err != nil || c.Settings.From != n.Digest() || c.Before != n.Origin {
		t.Errorf("training from a network: %v", err)
	}
	refused(t, trainLine(filepath.Join(dir, "none"), games, "--from", games[0]), games[0]+": not a checkpoint of this version (expected a file that begins with \"zugwatch training 1\")")
	if !regexp.MustCompile(`^zugtune: shape=768x128x2 digest=` + n.Digest() + ` judged=\d+ float=0\.\d{6} integers=0\.\d{6}\n$`).MatchString(out) {
		t.Errorf("quantize says %q", out)
	}
}

// stopAfter runs a command line and interrupts it once it prints told.
func stopAfter(t *testing.T, told string, args []string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	diagnostics := writerFunc(func(b []byte) (int, error) {
		if strings.Contains(string(b), told) {
			cancel()
		}
		return len(b), nil
	})
	if code := run(ctx, append([]string{"zugtune"}, args...), new(bytes.Buffer), diagnostics); code != codeInterrupted {
		t.Fatalf("interrupted, it ends with code %d", code)
	}
}

// same checks that two files have the same bytes.
func same(t *testing.T, one, other string) {
	t.Helper()
	a := must.Get(os.ReadFile(one))(t)
	b := must.Get(os.ReadFile(other))(t)
	if !bytes.Equal(a, b) {
		t.Errorf("%s and %s differ", filepath.Base(one), filepath.Base(other))
	}
}

// refused runs a command line that must fail with a user error.
func refused(t *testing.T, args []string, want string) {
	t.Helper()
	var out, diagnostics bytes.Buffer
	if code := run(t.Context(), append([]string{"zugtune"}, args...), &out, &diagnostics); code != codeInput || !strings.HasSuffix(diagnostics.String(), want+"\n") {
		t.Errorf("%v: exit code %d, %s\nwant %s", args, code, &diagnostics, want)
	}
}
