package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/store"
)

// checkpointFlags are the flags that say what to do with an unfinished run.
func checkpointFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "resume", Usage: "go on with the unfinished run of --out, if there is one"},
		&cli.BoolFlag{Name: "fresh", Usage: "throw the unfinished run of --out away and start over"},
		&cli.BoolFlag{Name: "salvage", Usage: "resume from a damaged journal with what stands before the damage"},
	}
}

// checkpoint keeps the run of --out on disk; without --out it does nothing.
type checkpoint struct {
	store       *store.Checkpoint
	journal     string // the file
	diagnostics io.Writer
}

// openCheckpoint takes the lock of the run file of an engine; without a file it
// does nothing.
func openCheckpoint(file string, mode store.Mode, on contender, repeat int, diagnostics io.Writer) (*checkpoint, error) {
	if file == "" {
		return &checkpoint{}, nil
	}
	key, err := checkpointKey(on, repeat)
	if err != nil {
		return nil, err
	}
	opened, err := store.OpenCheckpoint(file, store.CheckpointOptions{
		Mode:   mode,
		Holder: lockHolder(),
		Key:    key,
	})
	if err != nil {
		return nil, checkpointError(err)
	}
	return &checkpoint{store: opened, journal: store.JournalPath(file), diagnostics: diagnostics}, nil
}

// checkpointKey is what two attempts at one run have in common beside what the
// run file says. An engine's own word on its version is not enough.
func checkpointKey(on contender, repeat int) ([]store.KeyPart, error) {
	digest, err := on.digest()
	if err != nil {
		return nil, &failure{code: codeEngine, err: fmt.Errorf("engine %s: %w", on.name, err)}
	}
	return []store.KeyPart{
		{Name: "tool", Value: version()},
		{Name: "repeat", Value: strconv.Itoa(repeat)},
		{Name: "engine program", Value: digest},
	}, nil
}

// checkpointMode reads what to do with an unfinished run.
func checkpointMode(c *cli.Context) (store.Mode, error) {
	resume, salvage, fresh := c.Bool("resume"), c.Bool("salvage"), c.Bool("fresh")
	switch {
	case (resume || salvage || fresh) && c.Path("out") == "":
		return store.Refuse, badInput("flags --resume, --salvage and --fresh are of no use without --out (expected the file of the unfinished run)")
	case fresh && (resume || salvage):
		return store.Refuse, badInput("flag --fresh beside --resume or --salvage (expected one of them)")
	case salvage:
		return store.Salvage, nil
	case resume:
		return store.Resume, nil
	case fresh:
		return store.Restart, nil
	}
	return store.Refuse, nil
}

// recorder is what Execute reports to, nil without --out.
func (k *checkpoint) recorder() bench.Recorder {
	if k.store == nil {
		return nil
	}
	return k
}

// Begin is that of the store, with a word to the user on what was found.
func (k *checkpoint) Begin(run *bench.Run) ([]bench.Finding, error) {
	known, err := k.store.Begin(run)
	if err != nil {
		return nil, err
	}
	tellFound(k.diagnostics, k.store, len(known), run.Shard.Size(run.Suite.Count), "positions")
	return known, nil
}

// Record is that of the store.
func (k *checkpoint) Record(f bench.Finding) error { return k.store.Record(f) }

// save writes the run into its file. Cause is why the run ended early, nil when
// it did not; while there is a journal the error says how to go on.
func (k *checkpoint) save(run *bench.Run, timing *bench.Timing, cause error) error {
	if k.store == nil {
		return cause
	}
	return resumable(k.journal, errors.Join(cause, outputError(k.store.Save(run, timing))))
}

// close gives the lock back.
func (k *checkpoint) close() error {
	if k.store == nil {
		return nil
	}
	return outputError(k.store.Close())
}

// lockHolder says whose a lock is.
func lockHolder() string {
	return fmt.Sprintf("process %d, started %s", os.Getpid(), time.Now().UTC().Format(time.RFC3339))
}

// tellFound says what of an earlier attempt is there, and what of it is lost.
func tellFound(w io.Writer, journal interface {
	Lost() (int, *store.JournalError)
}, known, total int, what string,
) {
	torn, damage := journal.Lost()
	switch {
	case damage != nil:
		fmt.Fprintf(w, "%v; what stood there is lost\n", damage)
	case torn > 0:
		fmt.Fprintf(w, "journal: %d bytes at its end were not written to the end and are cut off\n", torn)
	}
	if known > 0 {
		fmt.Fprintf(w, "resumed: %d of %d %s are finished already\n", known, total, what)
	}
}

// resumable is an error that says how to go on while there is a journal.
func resumable(journal string, err error) error {
	if err == nil {
		return nil
	}
	if _, gone := os.Stat(journal); gone != nil {
		return err
	}
	return &failure{code: codeOf(err), err: fmt.Errorf("%w (what is finished is kept; go on with the same command and --resume)", err)}
}

// outputError is a failure of the machine to keep what was measured.
func outputError(err error) error {
	if err == nil {
		return nil
	}
	return withCode(codeMachine, fmt.Errorf("output: %w", err))
}

// checkpointError gives the errors of opening and going on with a checkpoint
// their exit codes and says what can be done.
func checkpointError(err error) error {
	var (
		pending *store.PendingError
		unlike  *store.KeyError
		damage  *store.JournalError
		locked  *store.LockedError
		write   *store.WriteError
	)
	switch {
	case errors.As(err, &pending):
		return &failure{code: codeInput, err: fmt.Errorf("%w (expected --resume to go on with it, or --fresh to start over)", err)}
	case errors.As(err, &unlike):
		return &failure{code: codeBaseline, err: fmt.Errorf("%w\n  (expected the command of that run; or --fresh to start over)", err)}
	case errors.As(err, &damage) && damage.Offset == 0:
		return &failure{code: codeMachine, err: fmt.Errorf("%w (hint: --fresh starts over)", err)}
	case errors.As(err, &damage):
		return &failure{code: codeMachine, err: fmt.Errorf("%w (hint: --salvage goes on with what stands before, --fresh starts over)", err)}
	case errors.As(err, &locked), errors.As(err, &write):
		return outputError(err)
	}
	return err
}
