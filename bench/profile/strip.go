package profile

import (
	"path"
	"strings"

	"github.com/google/pprof/profile"
)

// strip takes the paths of the machine out of a profile. The file of a Go
// function becomes that of its package, as -trimpath writes it; of others the
// name stays.
func strip(p *profile.Profile) {
	for _, f := range p.Function {
		f.Filename = strippedFile(f.Name, f.Filename)
	}
	for _, m := range p.Mapping {
		m.File = base(m.File)
	}
	p.Comments = nil
	p.DocURL = ""
}

// strippedFile is the name of a file without the folders of the machine.
func strippedFile(function, file string) string {
	if file == "" || !strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, ".s") {
		return base(file)
	}
	if folder := packageOf(function); folder != "" {
		return folder + "/" + base(file)
	}
	return base(file)
}

// packageOf is the import path of a Go function, "" when it has none.
func packageOf(function string) string {
	folder, last := path.Split(function)
	name, _, found := strings.Cut(last, ".")
	if !found {
		return ""
	}
	return folder + name
}

// base is the last part of a path of any system.
func base(file string) string {
	return file[strings.LastIndexAny(file, `/\`)+1:]
}

// renumber moves the passes of the samples up.
func renumber(p *profile.Profile, by int) {
	for _, sample := range p.Sample {
		sample.Label[passLabel] = []string{passName(passOf(sample) + by)}
	}
}

// Files lists the source files that the profile names.
func (p *Profile) Files() []string {
	var files []string
	for _, f := range p.p.Function {
		files = append(files, f.Filename)
	}
	return files
}
