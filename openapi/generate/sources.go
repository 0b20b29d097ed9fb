package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// checkSources refuses two things that swag would take in silence: a constant
// of an enum that is not written as a literal (swag leaves it out of the enum),
// and constants of one enum in several files (swag reads files in no fixed
// order, so the enum's order would change from run to run).
func checkSources(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, filepath.Join(dir, e.Name()), nil, parser.ParseComments)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	named := namedTypes(files)
	home := map[string]string{}
	for _, f := range files {
		for _, spec := range constants(f) {
			typ, ok := spec.Type.(*ast.Ident)
			if !ok || !named[typ.Name] {
				continue
			}
			at := set.Position(spec.Pos())
			if len(spec.Values) != 1 || !isLiteral(spec.Values[0]) {
				return fmt.Errorf("%s: a constant of %s must be one name and one literal, else it is missing in the enum", at, typ.Name)
			}
			if home[typ.Name] == "" {
				home[typ.Name] = at.Filename
			}
			if home[typ.Name] != at.Filename {
				return fmt.Errorf("%s: %s has constants in %s too; keep them together, else their order is not fixed",
					at, typ.Name, filepath.Base(home[typ.Name]))
			}
		}
	}
	return nil
}

// namedTypes finds the types that have a name outside (// @name).
func namedTypes(files []*ast.File) map[string]bool {
	named := map[string]bool{}
	for _, f := range files {
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.TYPE {
				continue
			}
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && strings.Contains(rawText(t.Comment), "@name ") {
					named[t.Name.Name] = true
				}
			}
		}
	}
	return named
}

func constants(f *ast.File) []*ast.ValueSpec {
	var all []*ast.ValueSpec
	for _, decl := range f.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.CONST {
			continue
		}
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				all = append(all, v)
			}
		}
	}
	return all
}

func isLiteral(e ast.Expr) bool {
	_, ok := e.(*ast.BasicLit)
	return ok
}

// rawText is a comment as it stands; CommentGroup.Text drops lines that look
// like directives.
func rawText(c *ast.CommentGroup) string {
	if c == nil {
		return ""
	}
	var b strings.Builder
	for _, line := range c.List {
		b.WriteString(line.Text)
		b.WriteByte('\n')
	}
	return b.String()
}
