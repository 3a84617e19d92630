//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/must"
)

// BenchmarkCompare compares two runs of many positions by the command, in a process
// of its own: the time, and the most memory that the process has held, for each
// position. docs/performance.md keeps what came of it.
func BenchmarkCompare(b *testing.B) {
	for _, limits := range []string{"depth=12", "movetime=1s"} {
		for _, positions := range []int{250_000, 500_000, 1_000_000} {
			b.Run(fmt.Sprintf("%s/%d", limits, positions), func(b *testing.B) { benchmarkCompare(b, limits, positions) })
		}
	}
}

func benchmarkCompare(b *testing.B, limits string, positions int) {
	base, head := filepath.Join(b.TempDir(), "base.json"), filepath.Join(b.TempDir(), "head.json")
	size := int64(0)
	for i, file := range []string{base, head} {
		// In a process of its own: the peak of a process begins with that of its parent.
		many := exec.Command("many", limits, strconv.Itoa(positions), strconv.FormatBool(i == 1), file)
		printed(b, many)
		stat := must.Get(os.Stat(file))(b)
		size += stat.Size()
	}
	peak := int64(0)
	cpu := time.Duration(0)
	for b.Loop() {
		command := exec.Command("zugwatch", "compare", base, head)
		out, err := command.Output()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) || !strings.Contains(string(out), "zugwatch: verdict=") {
			b.Fatalf("%v: %s", err, out)
		}
		peak = max(peak, command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss<<10)
		cpu += command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	}
	b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(size)/float64(positions), "file-B/position")
	b.ReportMetric(float64(peak)/float64(positions), "peak-B/position")
}
