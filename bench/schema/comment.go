package schema

import (
	"cmp"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
)

// module is the import path of the root of the source.
const module = "github.com/zugwatch/zugwatch"

// comments reads the doc comments of types. What has no source below the root has none.
type comments struct {
	root     string
	packages map[string]map[string]comment // by import path and name
}

// comment holds the comments on a type and its fields.
type comment struct {
	about  string            // its first sentence
	fields map[string]string // by name
}

func (c *comments) of(t reflect.Type) comment {
	folder, ours := strings.CutPrefix(t.PkgPath(), module+"/")
	if !ours || t.Name() == "" {
		return comment{}
	}
	folder = strings.TrimSuffix(folder, "_test")
	if c.packages == nil {
		c.packages = make(map[string]map[string]comment)
	}
	all, known := c.packages[folder]
	if !known {
		all = read(filepath.Join(c.root, filepath.FromSlash(folder)))
		c.packages[folder] = all
	}
	return all[t.Name()]
}

// read reads the comments of all types of a package. A file that does not parse is one that
// does not compile.
func read(folder string) map[string]comment {
	all := make(map[string]comment)
	files, _ := os.ReadDir(folder)
	for _, file := range files {
		if filepath.Ext(file.Name()) != ".go" {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, file.Name()), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, declared := range parsed.Decls {
			if types, ok := declared.(*ast.GenDecl); ok && types.Tok == token.TYPE {
				for _, spec := range types.Specs {
					typed := spec.(*ast.TypeSpec)
					all[typed.Name.Name] = comment{about: sentence(cmp.Or(typed.Doc, types.Doc)), fields: fieldsOf(typed)}
				}
			}
		}
	}
	return all
}

// fieldsOf returns the comments of the fields of a struct.
func fieldsOf(typed *ast.TypeSpec) map[string]string {
	fields := make(map[string]string)
	if whole, ok := typed.Type.(*ast.StructType); ok {
		for _, field := range whole.Fields.List {
			for _, name := range field.Names {
				fields[name.Name] = line(cmp.Or(field.Comment, field.Doc))
			}
		}
	}
	return fields
}

// sentence returns the first sentence of a comment.
func sentence(group *ast.CommentGroup) string { return new(doc.Package).Synopsis(group.Text()) }

// line returns a comment in one line.
func line(group *ast.CommentGroup) string {
	return strings.Join(strings.Fields(group.Text()), " ")
}
