package revision

import "runtime/debug"

// ProgramVersion is the version of this program's module as the go command stamped
// it, "(devel)" for a build from a work tree without one.
func ProgramVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// ProgramCommit is the whole hash of the commit that this program was built from;
// empty where that is not known or the work tree had changes.
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
