package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// perf profiles a program with perf of Linux. The event is a clock of
// the kernel's, which virtual machines have too.
type perf struct{}

// check records nothing, to learn whether perf is there and may.
func (perf) check(ctx context.Context) error {
	if _, err := exec.LookPath(profile.Perf); err != nil {
		return errors.New("profiler perf is not installed (Debian: sudo apt-get install linux-perf; Ubuntu: sudo apt-get install linux-tools-generic)")
	}
	_, err := commandOutput(ctx, profile.Perf, "record", "-q", "-e", "cpu-clock", "-o", os.DevNull, "--", "true")
	if err == nil {
		return nil
	}
	allowed := ""
	if level, readErr := os.ReadFile("/proc/sys/kernel/perf_event_paranoid"); readErr == nil {
		allowed = fmt.Sprintf("; kernel.perf_event_paranoid is %s, 2 or less is needed: sudo sysctl kernel.perf_event_paranoid=2", strings.TrimSpace(string(level)))
	}
	return fmt.Errorf("profiler perf cannot record here (%w%s)", err, allowed)
}

func (perf) command(engine uci.Command, file string) (uci.Command, error) {
	path, err := exec.LookPath(profile.Perf)
	if err != nil {
		return engine, err
	}
	args := []string{"record", "-q", "-F", "99", "-e", "cpu-clock:u", "-g", "-o", file, "--", engine.Path}
	engine.Args = append(args, engine.Args...)
	engine.Path = path
	return engine, nil
}

// read turns the recording into text, which is read as it comes.
func (perf) read(ctx context.Context, file string) (*profile.Profile, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	script := exec.CommandContext(ctx, profile.Perf, "script", "-i", file, "--no-inline", "-F", profile.PerfFields)
	text, err := script.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := script.Start(); err != nil {
		return nil, err
	}
	taken, err := profile.ReadPerf(text)
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
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && !exit.Exited() {
		return nil
	}
	return err
}

// gperftools profiles a program with the profiler of gperftools, loaded
// before it. The program has to be linked dynamically.
type gperftools struct{}

func (g gperftools) check(context.Context) error {
	_, err := g.library()
	return err
}

// library returns the file of the profiler.
func (gperftools) library() (string, error) {
	for _, pattern := range []string{"/usr/lib/*/libprofiler.so*", "/usr/lib/libprofiler.so*", "/usr/lib64/libprofiler.so*", "/usr/local/lib/libprofiler.so*"} {
		if found, err := filepath.Glob(pattern); err == nil && len(found) > 0 {
			return found[0], nil
		}
	}
	return "", errors.New("profiler gperftools is not installed (Debian and Ubuntu: sudo apt-get install libgoogle-perftools4; Linux only)")
}

func (g gperftools) command(engine uci.Command, file string) (uci.Command, error) {
	library, err := g.library()
	if err != nil {
		return engine, err
	}
	engine.Env = append(slices.Clone(engine.Env), "LD_PRELOAD="+library, "CPUPROFILE="+file, "CPUPROFILE_FREQUENCY=100")
	return engine, nil
}

// read reads a file; that of a process that the engine has started may be
// empty.
func (gperftools) read(_ context.Context, file string) (*profile.Profile, error) {
	if stat, err := os.Stat(file); err == nil && stat.Size() == 0 {
		return nil, errors.New("profile is empty (the program has to be linked dynamically and to end by itself)")
	}
	return profile.LoadWritten(file)
}
