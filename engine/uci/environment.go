package uci

import (
	"fmt"
	"slices"
	"strings"
)

// tokenVariable carries the mark by which the processes of one engine are known.
const tokenVariable = "ZUGWATCH_RUN"

// isPassed tells whether every engine gets a variable. Among the names are
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

// isSecret tells whether no engine may have a variable, asked for or not.
func isSecret(name string) bool {
	name = strings.ToUpper(name)
	for _, prefix := range []string{"GITHUB_", "RUNNER_", "ACTIONS_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	for _, part := range []string{"TOKEN", "SECRET", "PASSWORD", "CREDENTIAL", "PRIVATE_KEY"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// CheckVariable says what is wrong with a variable that is to be passed to an
// engine, a name or "NAME=value": those of a CI service and those named like a
// secret never are.
func CheckVariable(variable string) error {
	name, _, _ := strings.Cut(variable, "=")
	if isSecret(name) || name == "" || name == tokenVariable || name == otherVariable {
		return fmt.Errorf("environment variable %.60q is never passed to an engine", name)
	}
	return nil
}

// environment is the variables for an engine, sorted: the token, those of all
// that every engine gets, and the extra ones.
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
