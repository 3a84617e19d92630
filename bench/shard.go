package bench

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// Shard is one of several equal parts of a suite: the records whose place in
// the suite, divided by Count, leaves Index-1. Neighbours go to different
// shards, so that a difficult stretch of a suite is shared. The zero value is
// the whole suite.
type Shard struct {
	Index int // from 1
	Count int // how many parts there are
}

// MaxShards is the largest number of parts.
const MaxShards = 4096

// ParseShard reads the text form, such as "2/4" for the second of four.
func ParseShard(text string) (Shard, error) {
	index, count, found := strings.Cut(text, "/")
	i, errIndex := strconv.Atoi(index)
	n, errCount := strconv.Atoi(count)
	s := Shard{Index: i, Count: n}
	if !found || errIndex != nil || errCount != nil || n < 1 || n > MaxShards || i < 1 || i > n || s.String() != text {
		return Shard{}, fmt.Errorf("shard %.40q (expected i/n with i from 1 to n and n at most %d, such as 2/4)", text, MaxShards)
	}
	return s, nil
}

// String returns the text form, empty for the whole suite.
func (s Shard) String() string {
	if s == (Shard{}) {
		return ""
	}
	return strconv.Itoa(s.Index) + "/" + strconv.Itoa(s.Count)
}

// MarshalText writes the text form.
func (s Shard) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the text form, which may be empty.
func (s *Shard) UnmarshalText(b []byte) (err error) {
	*s = Shard{}
	if len(b) > 0 {
		*s, err = ParseShard(string(b))
	}
	return err
}

// Has reports whether the record at an index of the suite, from 0, belongs to
// the shard.
func (s Shard) Has(index int) bool {
	return s.Count < 2 || index%s.Count == s.Index-1
}

// Size returns how many of so many records belong to the shard.
func (s Shard) Size(records int) int {
	if s.Count < 2 {
		return records
	}
	return (records - s.Index + s.Count) / s.Count
}

// The variables that shards are read from.
const (
	envShard  = "ZUGWATCH_SHARD"  // i/n
	envShards = "ZUGWATCH_SHARDS" // n
)

// FindShard reads what --shard says: i/n, or slurm, kubernetes or github, whose
// environment says it. An empty text is the whole suite. Its errors are of the kind
// Input.
func FindShard(text string, getenv func(string) string) (Shard, error) {
	env := environment(getenv)
	var err error
	switch text {
	case "":
		return Shard{}, nil
	case "slurm":
		text, err = env.slurm()
	case "kubernetes":
		text, err = env.kubernetes()
	case "github":
		if text = getenv(envShard); text == "" {
			err = failure.Inputf("flag --shard=github: %s is not set (expected i/n, such as ${{ matrix.shard }}/4 in the env: of the step)", envShard)
		}
	}
	if err != nil {
		return Shard{}, err
	}
	shard, err := ParseShard(text)
	if err != nil {
		return shard, failure.Inputf("flag --shard: %w; or slurm, kubernetes or github", err)
	}
	return shard, nil
}

// environment gives the values of variables, empty ones for those not set.
type environment func(string) string

// slurm returns the shard of a task of a job array, whatever its first index and
// step are.
func (e environment) slurm() (string, error) {
	id, err := e.number("slurm", "SLURM_ARRAY_TASK_ID", "a task of a job array: sbatch --array=1-4")
	if err != nil {
		return "", err
	}
	count, err := e.number("slurm", "SLURM_ARRAY_TASK_COUNT", "a task of a job array: sbatch --array=1-4")
	if err != nil {
		return "", err
	}
	first, step := 1, 1
	for name, value := range map[string]*int{"SLURM_ARRAY_TASK_MIN": &first, "SLURM_ARRAY_TASK_STEP": &step} {
		if e(name) == "" {
			continue
		}
		if *value, err = e.number("slurm", name, "a number"); err != nil {
			return "", err
		}
	}
	if step < 1 || id < first || (id-first)%step != 0 {
		return "", failure.Inputf("flag --shard=slurm: task %d does not follow %d in steps of %d (expected an array without gaps, such as --array=1-4)", id, first, step)
	}
	return Shard{(id-first)/step + 1, count}.String(), nil
}

// kubernetes returns the shard of a pod of an indexed job.
func (e environment) kubernetes() (string, error) {
	index, err := e.number("kubernetes", "JOB_COMPLETION_INDEX", "a pod of a job with completionMode: Indexed")
	if err != nil {
		return "", err
	}
	count, err := e.number("kubernetes", envShards, "the completions of the job, in the env: of the container")
	if err != nil {
		return "", err
	}
	return Shard{index + 1, count}.String(), nil
}

// number reads a whole number that is not negative from a variable.
func (e environment) number(system, name, want string) (int, error) {
	text := e(name)
	if text == "" {
		return 0, failure.Inputf("flag --shard=%s: %s is not set (expected %s)", system, name, want)
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, failure.Inputf("flag --shard=%s: %s is %.40q (expected a whole number)", system, name, text)
	}
	return int(n), nil
}
