package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is that of the module as it was built: a tag, or a pseudo-version made of the commit. A build that the go
// command stamps with neither, such as go run, is "(devel)".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

func bindVersion(*flags) runner {
	return func(_ context.Context, std streams, _ string) error {
		_, err := fmt.Fprintf(std.out, "kast %s, %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		return err
	}
}
