package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/zugwatch/zugwatch/bench/profile"
)

// hotSpots are a function that takes a much larger share of the time than in the
// accepted profile, and no accepted profile. With a large table most of the time
// of a short search goes into clearing it, so that few samples show it.
func (r *rehearsal) hotSpots() error {
	text, err := os.ReadFile(r.file(configName))
	if err != nil {
		return err
	}
	config := r.file("large.yaml")
	if err := os.WriteFile(config, bytes.Replace(text, []byte("hash: 1\n"), []byte("hash: 64\n"), 1), 0o666); err != nil {
		return err
	}
	if code, out := r.call(r.ctx, "baseline", "accept", "profiled", "--reason", "selftest", "--config", config); code != codePass {
		return fmt.Errorf("baseline accept ended with exit code %d: %s", code, lastLine(out))
	}
	chosen, err := r.settings.selection([]string{"profiled"})
	if err != nil {
		return err
	}
	if err := flatten(r.settings, chosen[0]); err != nil {
		return err
	}
	r.expect("a function that takes more of the time", codeRegression, "profile of profiled", "ci", "profiled", "--config", config)
	if err := os.Remove(profileBaselineFile(r.settings, chosen[0])); err != nil {
		return err
	}
	r.expect("a missing profile", codeBaseline, "baseline is missing", "ci", "profiled", "--config", config)
	return nil
}

// flatten takes all functions out of an accepted profile: whatever takes time has
// come to take more.
func flatten(settings *config, chosen suiteConfig) error {
	accepted, err := loadProfileBaseline(settings, chosen)
	if err != nil {
		return err
	}
	accepted.Samples, accepted.Functions, accepted.Phases = 1_000_000, []profile.Share{}, []profile.Share{}
	text, err := accepted.Encode()
	if err != nil {
		return err
	}
	return os.WriteFile(profileBaselineFile(settings, chosen), text, 0o666)
}
