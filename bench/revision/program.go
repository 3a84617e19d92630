package revision

import (
	"runtime/debug"

	"github.com/zugwatch/zugwatch/engine/text"
)

// ProgramVersion returns the version of this program's module as the go command stamped
// it, "(devel)" for a build from a work tree without one.
func ProgramVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// ProgramCommit returns the whole hash of the commit that this program was built from. It is empty if the commit is
// not known or the work tree had changes.
func ProgramCommit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	found := ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			found = setting.Value
		case setting.Key == "vcs.modified" && setting.Value != "false":
			return ""
		}
	}
	return found
}

// ProgramTag returns the tag of the release that this program was built from as a module, as go install NAME@VERSION
// builds it. It is empty if there is none.
func ProgramTag() string { return releaseTag(ProgramVersion()) }

// releaseTag returns a version if it is a tag: one that the go command made of a commit is not.
func releaseTag(version string) string {
	if pseudoVersion().MatchString(version) || !tagPattern().MatchString(version) {
		return ""
	}
	return version
}

var (
	tagPattern    = text.Pattern(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)
	pseudoVersion = text.Pattern(`[.-]\d{14}-[0-9a-f]{12}$`)
)
