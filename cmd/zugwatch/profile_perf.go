package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// perfRecorder profiles a program with perf of Linux. The event is a clock of
// the kernel's, which virtual machines have too.
type perfRecorder struct{}

// check records nothing, to learn whether perf is there and may.
func (perfRecorder) check(ctx context.Context) error {
	if _, err := exec.LookPath(perfProfiler); err != nil {
		return errors.New("profiler perf is not installed (Debian: sudo apt-get install linux-perf; Ubuntu: sudo apt-get install linux-tools-generic)")
	}
	_, err := output(ctx, perfProfiler, "record", "-q", "-e", "cpu-clock", "-o", os.DevNull, "--", "true")
	if err == nil {
		return nil
	}
	allowed := ""
	if level, readErr := os.ReadFile("/proc/sys/kernel/perf_event_paranoid"); readErr == nil {
		allowed = fmt.Sprintf("; kernel.perf_event_paranoid is %s, 2 or less is needed: sudo sysctl kernel.perf_event_paranoid=2", strings.TrimSpace(string(level)))
	}
	return fmt.Errorf("profiler perf can not record here (%w%s)", err, allowed)
}

func (perfRecorder) command(engine uci.Command, file string) (uci.Command, error) {
	path, err := exec.LookPath(perfProfiler)
	if err != nil {
		return engine, err
	}
	args := []string{"record", "-q", "-F", "99", "-e", "cpu-clock:u", "-g", "-o", file, "--", engine.Path}
	engine.Args = append(args, engine.Args...)
	engine.Path = path
	return engine, nil
}

// read turns the recording into text, which is read as it comes.
func (perfRecorder) read(ctx context.Context, file string) (*profile.Profile, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	script := exec.CommandContext(ctx, perfProfiler, "script", "-i", file, "--no-inline", "-F", profile.PerfFields)
	text, err := script.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := script.Start(); err != nil {
		return nil, err
	}
	taken, err := profile.ReadPerf(text, profile.DefaultLimits())
	if err != nil {
		stop()
		return nil, errors.Join(err, ignoreKilled(script.Wait()))
	}
	if err := script.Wait(); err != nil {
		return nil, fmt.Errorf("perf script: %w", err)
	}
	return taken, nil
}

// ignoreKilled leaves out that a program was ended by us.
func ignoreKilled(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && !exit.Exited() {
		return nil
	}
	return err
}
