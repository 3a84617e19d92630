package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// run executes a command line, for a minute at most.
func run(t *testing.T, line string, in string, out io.Writer) (code int, diagnostics string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	var said bytes.Buffer
	code = command.Run(ctx, newApp(), append([]string{"zugfarm"}, strings.Fields(line)...), strings.NewReader(in), out, &said)
	return code, said.String()
}

// TestHelp checks the help pages of the commands.
func TestHelp(t *testing.T) {
	for name, words := range map[string]string{"zugfarm": "", "serve": "serve", "work": "work", "completion": "completion"} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if code, diagnostics := run(t, words+" --help", "", &out); code != command.CodePass || diagnostics != "" {
				t.Fatalf("exit code %d, %s", code, diagnostics)
			}
			golden.Check(t, "testdata/"+name+".txt", out.Bytes())
		})
	}
}

// TestUsage checks that invalid arguments of a server or worker are refused, with the expected ones named, before
// anything listens or connects.
func TestUsage(t *testing.T) {
	t.Setenv(flags.FarmToken, "")
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("plain", nil, 0o666))
	for _, test := range []struct{ line, want string }{
		{"serv", `zugfarm: unknown command "serv" (see zugfarm --help; did you mean serve?)`},
		{"serve --lisden x", "zugfarm serve: unknown flag --lisden (see zugfarm serve --help; did you mean --listen?)"},
		{"serve --store-limit 255", "zugfarm: flag --store-limit=255 (expected a number from 256 to 1048576)"},
		{"serve --page 0", "zugfarm: flag --page=0 (expected a number from 1 to 65535)"},
		{"serve --store plain", "zugfarm: flag --store=plain: plain is no folder (expected one, or a name that is free)"},
		{"serve --listen 0.0.0.0:0", "anybody could send work to it (expected a token in ZUGWATCH_FARM_TOKEN, or --worker-key and --client-key)"},
		{"serve --tls-cert x", "flags --tls-cert and --tls-key belong together (expected both)"},
		{"serve --nats nats://127.0.0.1:1 --listen 127.0.0.1:9", "flag --listen beside --nats, which starts no server (expected one of the two)"},
		{"work", "zugfarm work: got none (expected the URL of one farm; see zugfarm work --help)"},
		{"work --cores 0 nats://127.0.0.1:1", "flag --cores=0 (expected a number from 1 to 1024)"},
		{"work --programs plain/x nats://127.0.0.1:1", "flag --programs=plain/x: plain is no folder"},
		{"work http://127.0.0.1:1", `address "http://127.0.0.1:1" (expected nats://HOST:PORT or tls://HOST:PORT, without a password)`},
	} {
		code, diagnostics := run(t, test.line, "", io.Discard)
		if code != command.CodeInput || !strings.Contains(diagnostics, test.want) || strings.Count(diagnostics, "\n") != 1 {
			t.Errorf("%s: exit code %d: %s (want code %d, %q)", test.line, code, diagnostics, command.CodeInput, test.want)
		}
	}
	const nobody = "nats: no servers available for connection (expected zugfarm serve there)"
	for _, line := range []string{"serve --nats nats://127.0.0.1:1", "work nats://127.0.0.1:1"} {
		if code, diagnostics := run(t, line, "", io.Discard); code != command.CodeMachine || !strings.Contains(diagnostics, nobody) {
			t.Errorf("%s: exit code %d: %s (want code %d, %q)", line, code, diagnostics, command.CodeMachine, nobody)
		}
	}
}

// writerFunc is a function as a writer.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestServe: a server says where it and its page are, and a signal ends it.
func TestServe(t *testing.T) {
	limited, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	ctx, cancel := context.WithCancelCause(limited)
	var said, diagnostics bytes.Buffer
	out := writerFunc(func(b []byte) (int, error) {
		if bytes.HasPrefix(b, []byte("page at ")) {
			cancel(&command.SignalError{Signal: syscall.SIGTERM})
		}
		return said.Write(b)
	})
	code := command.Run(ctx, newApp(), []string{"zugfarm", "serve", "--listen", "127.0.0.1:0", "--store", t.TempDir()}, strings.NewReader(""), out, &diagnostics)
	if code != command.CodePass || limited.Err() != nil || !strings.HasPrefix(said.String(), "farm at nats://127.0.0.1:") {
		t.Errorf("exit code %d, %s%s", code, &said, &diagnostics)
	}
}

// TestEngines: a worker that isolates the built-in engines starts itself as one of them.
func TestEngines(t *testing.T) {
	for _, protocol := range []string{"uci", "usi"} {
		var out bytes.Buffer
		if code, diagnostics := run(t, protocol, protocol+"\nquit\n", &out); code != command.CodePass || !strings.HasSuffix(out.String(), protocol+"ok\n") {
			t.Errorf("%s: exit code %d, %s%s", protocol, code, &out, diagnostics)
		}
	}
}

// TestCompletion: a shell completes the commands of this program, and engines.
func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"completion bash":              "-F _zugfarm zugfarm\n",
		"complete -- w":                "work\tsearch and play for a farm with the cores of this machine\n",
		"complete -- work --engine zu": "zugwatch\nzugwatch-shogi\n",
	} {
		var out bytes.Buffer
		if code, diagnostics := run(t, line, "", &out); code != command.CodePass || !strings.HasSuffix(out.String(), want) {
			t.Errorf("%s: exit code %d, %s%swant %q", line, code, &out, diagnostics, want)
		}
	}
}

// TestGuide checks that workers are built with the same profile as zugwatch.
func TestGuide(t *testing.T) {
	want := must.Get(os.ReadFile("../zugwatch/default.pgo"))(t)
	if golden.Updating() {
		must.Do(t, os.WriteFile("default.pgo", want, 0o644))
	}
	if got, err := os.ReadFile("default.pgo"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("default.pgo is not that of cmd/zugwatch (%v), go test ./cmd/zugfarm -run Guide -update copies it", err)
	}
}
