package revision

import (
	"path/filepath"
	"testing"
)

// TestDefaultBranch: the default branch of origin comes first, then the present one, then main.
func TestDefaultBranch(t *testing.T) {
	folder, _ := scratch(t)
	check := func(folder, want, reason string) {
		t.Helper()
		if name, why := DefaultBranch(t.Context(), folder); name != want || why != reason {
			t.Errorf("got %s (%s), want %s (%s)", name, why, want, reason)
		}
	}
	mustGit(t, folder, "checkout", "-q", "-b", "topic")
	check(folder, "topic", "the present branch")
	mustGit(t, folder, "checkout", "-q", "--detach")
	check(folder, "main", "no branch was found")
	mustGit(t, folder, "branch", "release/2")
	mustGit(t, folder, "remote", "add", "origin", folder)
	mustGit(t, folder, "fetch", "-q", "origin")
	mustGit(t, folder, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/release/2")
	check(folder, "release/2", "the default branch of origin")
	check(filepath.Join(folder, "part"), "release/2", "the default branch of origin")
	check(t.TempDir(), "main", "no branch was found")
}

// TestProjectName: the URL of origin names a repository, else its folder does.
func TestProjectName(t *testing.T) {
	folder, _ := scratch(t)
	if got, want := ProjectName(t.Context(), filepath.Join(folder, "part")), filepath.Base(folder); got != want {
		t.Errorf("by the folder: got %s, want %s", got, want)
	}
	plain := filepath.Join(t.TempDir(), "plain")
	write(t, filepath.Join(plain, "a"), "a")
	if got := ProjectName(t.Context(), plain); got != "plain" {
		t.Errorf("without a repository: got %s", got)
	}
	mustGit(t, folder, "remote", "add", "origin", "x")
	for address, want := range map[string]string{
		"https://example.com/a/Rook.git": "Rook", "git@example.com:a/Rook.git": "Rook", "host:Rook.git": "Rook",
		"/srv/Rook/.git": "Rook", "https://example.com/a/Rook/": "Rook", `C:\a\Rook`: "Rook", "/": filepath.Base(folder),
	} {
		mustGit(t, folder, "remote", "set-url", "origin", address)
		if got := ProjectName(t.Context(), folder); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}
