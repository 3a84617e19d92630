package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// git runs git in the working directory and returns what it prints.
func git(ctx context.Context, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "git", args...)
	var out, diagnostics bytes.Buffer
	command.Stdout, command.Stderr = &out, &diagnostics
	if err := command.Run(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(diagnostics.String()), "\n")
		if first == "" {
			first = err.Error()
		}
		return "", fmt.Errorf("git %s: %w", args[0], errors.New(printable(first)))
	}
	return out.String(), nil
}

// currentCommit is the commit of the work tree, with "-dirty" behind it where
// files differ from it; empty where git or a commit is not at hand.
func currentCommit(ctx context.Context) string {
	commit, err := git(ctx, "rev-parse", "--verify", "HEAD")
	if err != nil {
		return ""
	}
	commit = strings.TrimSpace(commit)
	if changes, err := git(ctx, "status", "--porcelain"); err != nil || changes != "" {
		commit += "-dirty"
	}
	return commit
}
