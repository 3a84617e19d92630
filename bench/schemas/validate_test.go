package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestMain runs the tests. With the arguments "valid SCHEMA FILE" it checks that the document in the file is of the
// schema instead: the scenarios of cmd/zugwatch do so, whose programs would start slower with the validator.
func TestMain(m *testing.M) {
	if len(os.Args) != 4 || os.Args[1] != "valid" {
		os.Exit(m.Run())
	}
	if err := checkFile(os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// checkFile checks that the document in a file is of the schema.
func checkFile(name, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	document, _, _ := bytes.Cut(text, []byte("\nzugwatch: ")) // the last line is not part of the document
	used, err := newValidators(closed).check(filepath.Base(file), document)
	if err == nil && !slices.Contains(used, name) {
		err = fmt.Errorf("%s is of %v", file, used)
	}
	return err
}

// schemaChange changes a part of a schema before it is read.
type schemaChange func(part map[string]any)

// closed lets no object have keys that are not named: an open schema that names nothing
// would take everything.
func closed(part map[string]any) {
	if _, object := part["properties"].(map[string]any); object {
		part["additionalProperties"] = false
	}
}

// formless lets every text pass, which is closed as well.
func formless(part map[string]any) {
	closed(part)
	if _, text := part["pattern"].(string); text {
		delete(part, "pattern")
	}
}

// inParts makes the change in all parts.
func (c schemaChange) inParts(part any) {
	switch part := part.(type) {
	case map[string]any:
		c(part)
		for _, inner := range part {
			c.inParts(inner)
		}
	case []any:
		for _, inner := range part {
			c.inParts(inner)
		}
	}
}

// validator returns a schema as another program reads it, perhaps with a change.
func validator(name string, change schemaChange) (*jsonschema.Schema, error) {
	text, err := Find(name)
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if change != nil {
		change.inParts(document)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(name, document); err != nil {
		return nil, err
	}
	return compiler.Compile(name)
}

// schemaOf returns the schema of a document, found by its format or by a key that no other has; line reports that it
// is one of several lines.
func schemaOf(document any, line bool) string {
	object, _ := document.(map[string]any)
	has := func(key string) bool { return object[key] != nil }
	format, _ := object["format"].(string)
	switch {
	case format == "zugwatch run" && has("accepted"):
		return "baseline"
	case line && (format == "zugwatch-sensitivity" || has("kind")):
		return "sensitivity-line"
	case line && (format == "zugwatch-range" || has("measured") && has("commit")):
		return "range-line"
	case format == "zugwatch history":
		return "history-line"
	case line && has("record"):
		return "report-line"
	case format != "":
		return strings.TrimLeft(strings.TrimPrefix(format, "zugwatch"), " -")
	case has("host"):
		return "timing"
	case has("measure"):
		return "profile-difference"
	case has("columns"):
		return "matrix"
	case has("finding"):
		return "explanation"
	case has("rules") && has("positions"):
		return "losses"
	case has("budget_ns"):
		return "calibration"
	case has("samples"):
		return "profile-baseline"
	}
	return ""
}

// validators are the schemas that were read, with one change.
type validators struct {
	change schemaChange
	read   map[string]*jsonschema.Schema
}

func newValidators(change schemaChange) *validators {
	return &validators{change: change, read: make(map[string]*jsonschema.Schema)}
}

// check validates documents against their schemas and returns the names of these.
func (v *validators) check(name string, text []byte) (used []string, err error) {
	documents, line := [][]byte{text}, strings.HasSuffix(name, ".jsonl")
	if line {
		documents = bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	}
	for _, one := range documents {
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(one))
		if err != nil {
			return used, fmt.Errorf("%s: %w", name, err)
		}
		kind := schemaOf(document, line)
		if v.read[kind] == nil {
			if v.read[kind], err = validator(kind, v.change); err != nil {
				return used, fmt.Errorf("%s: %w", name, err)
			}
		}
		if err := v.read[kind].Validate(document); err != nil {
			return used, fmt.Errorf("%s as %s: %w", name, kind, err)
		}
		used = append(used, kind)
	}
	return used, nil
}

// brokenJSON are the files of scenarios that are no good on purpose.
var brokenJSON = []string{"baseline.txtar/cut.json", "baseline.txtar/foreign.json", "baseline.txtar/empty.json"}

// jsonFiles returns all files with JSON below bench and cmd, those inside of scenarios too.
func jsonFiles(t *testing.T) map[string][]byte {
	t.Helper()
	found := make(map[string][]byte)
	add := func(name string, text []byte) {
		if ext := filepath.Ext(name); (ext == ".json" || ext == ".jsonl") && !strings.HasSuffix(name, ".schema.json") {
			found[name] = text
		}
	}
	read := func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.IsDir():
			return err
		case filepath.Ext(path) == ".txtar":
			archive, err := txtar.ParseFile(path)
			if err != nil {
				return err
			}
			for _, file := range archive.Files {
				add(filepath.Base(path)+"/"+file.Name, file.Data)
			}
			return nil
		}
		text, err := os.ReadFile(path)
		add(filepath.ToSlash(path), text)
		return err
	}
	for _, folder := range []string{"..", "../../cmd"} {
		if err := filepath.WalkDir(folder, read); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// TestSchemaGoldens holds every JSON of the repository against its schema, by a validator that
// is not ours. Each schema has a document, or a scenario that makes one.
func TestSchemaGoldens(t *testing.T) {
	used := make(map[string]int)
	strict, hostile := newValidators(closed), newValidators(formless)
	for name, text := range jsonFiles(t) {
		if slices.Contains(brokenJSON, name) {
			continue
		}
		v := strict
		if strings.Contains(name, "/report-strange") { // with limits that no run can have
			v = hostile
		}
		kinds, err := v.check(name, text)
		if err != nil {
			t.Error(err)
		}
		for _, kind := range kinds {
			used[kind]++
		}
	}
	for _, name := range Names() {
		if used[name] == 0 && !inScenarios(t, name) {
			t.Errorf("no document of the repository shows schema %s", name)
		}
	}
}

// inScenarios reports whether a scenario holds a document against the schema.
func inScenarios(t *testing.T, name string) bool {
	files, err := filepath.Glob("../../cmd/zugwatch/testdata/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && bytes.Contains(text, []byte("\nvalid "+name+" "))
	})
}

// TestSchemaBaselines: a baseline is the file of a run as well.
func TestSchemaBaselines(t *testing.T) {
	files, err := filepath.Glob("../baselines/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	schema, err := validator("run", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = schema.Validate(document)
		}
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestSchemaRefuses: a schema as it is published refuses what cannot be.
func TestSchemaRefuses(t *testing.T) {
	run, report := "../store/testdata/run-schema1.json", "../report/testdata/report-judged.json"
	for name, test := range map[string]struct {
		schema, file string
		change       func(document map[string]any)
	}{
		"nothing":             {"run", run, nil},
		"missing key":         {"run", run, func(d map[string]any) { delete(d, "limits") }},
		"wrong type":          {"run", run, func(d map[string]any) { d["complete"] = "true" }},
		"negative nodes":      {"run", run, func(d map[string]any) { first(d["outcomes"])["nodes"] = -1 }},
		"unknown verdict":     {"run", run, func(d map[string]any) { first(d["outcomes"])["verdict"] = "won" }},
		"score without form":  {"run", run, func(d map[string]any) { first(d["outcomes"])["score"] = "+35" }},
		"limits without form": {"run", run, func(d map[string]any) { d["limits"] = "node=5" }},
		"unknown key":         {"run", run, func(d map[string]any) { d["note"] = "mine" }},
		"another format":      {"run", run, func(d map[string]any) { d["format"] = "zugwatch match" }},
		"newer schema":        {"run", run, func(d map[string]any) { d["schema"] = 3 }},
		"list that is null":   {"run", run, func(d map[string]any) { d["outcomes"] = nil }},
		"run as baseline":     {"baseline", run, func(map[string]any) {}},
		"report: nothing":     {"report", report, nil},
		"report: more keys":   {"report", report, nil},
		"report: standing":    {"report", report, func(d map[string]any) { first(first(d["suites"])["positions"])["standing"] = "good" }},
		"report: gate":        {"report", report, func(d map[string]any) { gateOf(d)["verdict"] = "green" }},
		"report: axis":        {"report", report, func(d map[string]any) { delete(gateOf(d), "axis") }},
		"report: code":        {"report", report, func(d map[string]any) { d["code"] = "1" }},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(test.file)
			if err != nil {
				t.Fatal(err)
			}
			var document map[string]any
			decoder := json.NewDecoder(bytes.NewReader(text))
			decoder.UseNumber()
			if err := decoder.Decode(&document); err != nil {
				t.Fatal(err)
			}
			schema, err := validator(test.schema, nil)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, "more keys") {
				document["later"] = 1
			}
			if test.change != nil {
				test.change(document)
			}
			if err := schema.Validate(document); (err == nil) != (test.change == nil) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// first returns the first object of a list.
func first(list any) map[string]any { return list.([]any)[0].(map[string]any) }

// gateOf returns the first gate of a report.
func gateOf(report map[string]any) map[string]any {
	return first(first(report["suites"])["comparison"].(map[string]any)["gates"])
}
