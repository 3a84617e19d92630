//go:build linux

package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// measured returns the engine of the benchmarks: ZUGWATCH_BENCH_ENGINE, or our own.
func measured() uci.Command {
	if path := os.Getenv("ZUGWATCH_BENCH_ENGINE"); path != "" {
		return uci.Command{Path: path, Options: []engine.Option{{Name: "Hash", Value: "1"}}}
	}
	return uci.Command{Path: os.Args[0], Env: []string{serveVariable + "=1"}, Options: []engine.Option{{Name: "Hash", Value: "1"}}}
}

// bare is an engine behind plain pipes.
type bare struct {
	in  io.WriteCloser
	out *bufio.Scanner
	cmd *exec.Cmd
}

func startBare(b *testing.B, command uci.Command) *bare {
	cmd := exec.Command(command.Path)
	cmd.Env = append(os.Environ(), command.Env...)
	in := must.Get(cmd.StdinPipe())(b)
	out := must.Get(cmd.StdoutPipe())(b)
	must.Do(b, cmd.Start())
	p := &bare{in, bufio.NewScanner(out), cmd}
	b.Cleanup(func() {
		p.in.Close()
		p.cmd.Wait()
	})
	p.ask(b, "uci\n", "uciok")
	p.ask(b, "setoption name Hash value 1\nisready\n", "readyok")
	return p
}

// ask sends text and waits for a line.
func (p *bare) ask(b *testing.B, text, until string) {
	fmt.Fprint(p.in, text)
	for p.out.Scan() {
		if strings.HasPrefix(p.out.Text(), until) {
			return
		}
	}
	b.Fatal(p.out.Err())
}

// search asks about one position as a suite does.
func (p *bare) search(b *testing.B, nodes int) {
	p.ask(b, "ucinewgame\nisready\n", "readyok")
	p.ask(b, fmt.Sprintf("position startpos\ngo nodes %d\n", nodes), "bestmove")
	p.ask(b, "isready\n", "readyok")
}

func dialMeasured(b *testing.B, affinity ...int) *uci.Process {
	command := measured()
	command.Affinity = affinity
	p := must.Get(uci.Start(b.Context(), command))(b)
	b.Cleanup(func() { p.Close() })
	return p
}

// ask asks about one position as a suite does.
func ask(ctx context.Context, p *uci.Process, nodes uint64) error {
	if err := p.Reset(ctx); err != nil {
		return err
	}
	_, err := p.Search(ctx, engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{Nodes: nodes}}, nil)
	return err
}

// BenchmarkOverhead measures one position at "go nodes 1": the CPU time of this process alone, and the wall time in
// turns with bare pipes to the same engine.
func BenchmarkOverhead(b *testing.B) {
	dialed, plain := dialMeasured(b), startBare(b, measured())
	var cpu, ours, theirs time.Duration
	n := 0
	for b.Loop() {
		before, start := ownCPU(), time.Now()
		must.Do(b, ask(b.Context(), dialed, 1))
		middle := time.Now()
		cpu += ownCPU() - before
		plain.search(b, 1)
		ours += middle.Sub(start)
		theirs += time.Since(middle)
		n++
	}
	b.ReportMetric(float64(cpu.Nanoseconds())/float64(n), "cpu-ns/op")
	b.ReportMetric(float64(ours)/float64(theirs), "x-bare")
}

// BenchmarkWorkers measures the speedup of two engines over one on the same positions: pinned to a processor each,
// unpinned, and over bare pipes. Loops that touch only registers show the speedup of the machine itself. The variants
// run in turns, so that all see the same load.
func BenchmarkWorkers(b *testing.B) {
	for _, nodes := range []int{50_000, 500_000} {
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) { benchmarkWorkers(b, nodes) })
	}
}

func benchmarkWorkers(b *testing.B, nodes int) {
	const positions = 16
	kinds := []struct {
		unit     string
		work     [2]func()
		one, two time.Duration
	}{{unit: "x-one"}, {unit: "x-free"}, {unit: "x-bare"}, {unit: "x-machine"}}
	for worker := range 2 {
		for i, p := range []*uci.Process{dialMeasured(b, worker), dialMeasured(b)} {
			kinds[i].work[worker] = func() {
				if err := ask(b.Context(), p, uint64(nodes)); err != nil {
					b.Error(err)
				}
			}
		}
		plain := startBare(b, measured())
		kinds[2].work[worker] = func() { plain.search(b, nodes) }
		kinds[3].work[worker] = func() { registers.Store(shuffled(10_000_000)) }
	}
	for b.Loop() {
		for i := range kinds {
			kind := &kinds[i]
			kind.one += shared(positions, kind.work[:1])
			kind.two += shared(positions, kind.work[:])
		}
	}
	for _, kind := range kinds {
		b.ReportMetric(float64(kind.one)/float64(kind.two), kind.unit)
	}
}

// shared returns how long the workers need for so many positions.
func shared(positions int64, workers []func()) time.Duration {
	var taken atomic.Int64
	var all sync.WaitGroup
	start := time.Now()
	for _, work := range workers {
		all.Go(func() {
			for taken.Add(1) <= positions {
				work()
			}
		})
	}
	all.Wait()
	return time.Since(start)
}

// registers keeps the compiler from leaving shuffled out.
var registers atomic.Uint64

// shuffled returns xorshift64, so many times over (G. Marsaglia, Journal of Statistical
// Software 8/14, 2003).
func shuffled(times int) uint64 {
	x := uint64(88172645463325252)
	for range times {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// ownCPU returns the CPU time of this process.
func ownCPU() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
