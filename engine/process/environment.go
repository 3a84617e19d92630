package process

import (
	"fmt"
	"slices"
	"strings"
)

// tokenVariable carries the mark that identifies the processes of one tree.
const tokenVariable = "ZUGWATCH_RUN"

// isPassed reports whether every program gets a variable. Among the names are
// those without which programs do not start on one system or another.
func isPassed(name string) bool {
	switch strings.ToUpper(name) {
	case "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP",
		"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
		"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "LOCALAPPDATA":
		return true
	}
	return strings.HasPrefix(name, "LC_")
}

// isSecret reports whether no program may have a variable, asked for or not.
func isSecret(name string) bool {
	name = strings.ToUpper(name)
	begins := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	holds := func(part string) bool { return strings.Contains(name, part) }
	return slices.ContainsFunc([]string{"GITHUB_", "RUNNER_", "ACTIONS_"}, begins) ||
		slices.ContainsFunc([]string{"TOKEN", "SECRET", "PASSWORD", "CREDENTIAL", "PRIVATE_KEY"}, holds)
}

// CheckVariable returns an error if a variable, a name or "NAME=value", must not be passed to a program. Variables of
// a CI service and those named like a secret are never passed.
func CheckVariable(variable string) error {
	name, _, _ := strings.Cut(variable, "=")
	if isSecret(name) || name == "" || name == tokenVariable || name == otherVariable {
		return fmt.Errorf("environment variable %.60q is never passed to an engine", name)
	}
	return nil
}

// environment returns the variables for a program, sorted: the token, those of all
// that every program gets, and the extra ones.
func environment(all, extra []string, token string) ([]string, error) {
	chosen := []string{tokenVariable + "=" + token}
	for _, variable := range all {
		name, _, _ := strings.Cut(variable, "=")
		if isPassed(name) && !isSecret(name) || slices.Contains(extra, name) {
			chosen = append(chosen, variable)
		}
	}
	for _, variable := range extra {
		if err := CheckVariable(variable); err != nil {
			return nil, err
		}
		if strings.Contains(variable, "=") {
			chosen = append(chosen, variable)
		}
	}
	slices.Sort(chosen[1:]) // the token first, where a sweep looks for it
	return chosen, nil
}
