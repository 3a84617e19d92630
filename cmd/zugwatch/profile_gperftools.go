package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// gperftoolsLibrary profiles a program with the profiler of gperftools, loaded
// before it. The program has to be linked dynamically.
type gperftoolsLibrary struct{}

func (g gperftoolsLibrary) check(context.Context) error {
	_, err := g.library()
	return err
}

// library is the file of the profiler.
func (gperftoolsLibrary) library() (string, error) {
	for _, pattern := range []string{"/usr/lib/*/libprofiler.so*", "/usr/lib/libprofiler.so*", "/usr/lib64/libprofiler.so*", "/usr/local/lib/libprofiler.so*"} {
		if found, err := filepath.Glob(pattern); err == nil && len(found) > 0 {
			return found[0], nil
		}
	}
	return "", errors.New("profiler gperftools is not installed (Debian and Ubuntu: sudo apt-get install libgoogle-perftools4; Linux only)")
}

func (g gperftoolsLibrary) command(engine uci.Command, file string) (uci.Command, error) {
	library, err := g.library()
	if err != nil {
		return engine, err
	}
	engine.Env = append(slices.Clone(engine.Env), "LD_PRELOAD="+library, "CPUPROFILE="+file, "CPUPROFILE_FREQUENCY=100")
	return engine, nil
}

// read reads a file; that of a process that the engine has started may be
// empty.
func (gperftoolsLibrary) read(_ context.Context, file string) (*profile.Profile, error) {
	if stat, err := os.Stat(file); err == nil && stat.Size() == 0 {
		return nil, errors.New("profile is empty (the program has to be linked dynamically and to end by itself)")
	}
	return profile.LoadWritten(file)
}
