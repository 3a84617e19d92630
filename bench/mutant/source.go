package mutant

import (
	"context"
	"path/filepath"
	"time"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/builtin"
)

// checkDepth is the depth at which the engine of a source is held against this one.
const checkDepth = 8

// SignatureTime is the timeout for the signature of a mutant. The unchanged engine takes
// seconds.
const SignatureTime = 2 * time.Minute

// CheckSameSource returns an error if the source at root is not that of this engine: a
// mutant would then differ from the base by more than its edits. It builds in the existing
// folder scratch.
func CheckSameSource(ctx context.Context, root, scratch string) error {
	program := filepath.Join(scratch, "base")
	plain := Mutant{Name: "base"}
	if err := plain.Build(ctx, root, program, scratch); err != nil {
		return failure.Interruption(ctx, err)
	}
	there, err := Signature(ctx, SignatureTime, program, checkDepth)
	if err != nil {
		return failure.Interruption(ctx, err)
	}
	here, err := builtin.Signature(ctx, builtin.Defaults(), checkDepth)
	if err == nil && there != here {
		err = failure.Inputf("source %s is of another engine, bench %d at depth %d (expected that of this program, bench %d)", root, there, checkDepth, here)
	}
	return failure.Interruption(ctx, err)
}
