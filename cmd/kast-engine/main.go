//go:build js && wasm

package main

import (
	"fmt"
	"syscall/js"

	"kast/api/engine"
)

func main() {
	e := engine.New()
	js.Global().Set("kastEngine", js.FuncOf(func(_ js.Value, args []js.Value) any { return answer(e, args) }))
	select {} // the function is called from outside, for as long as the page lives
}

// answer carries a call out. Whatever goes wrong, the engine must live on for the next one.
func answer(e *engine.Engine, args []js.Value) (json any) {
	defer func() {
		if fault := recover(); fault != nil {
			println(fmt.Sprint("kast-engine: ", fault))
			json = `{"problem":{"code":"internal"}}`
		}
	}()
	var method, params string
	if len(args) > 0 && args[0].Type() == js.TypeString {
		method = args[0].String()
	}
	if len(args) > 1 && args[1].Type() == js.TypeString {
		params = args[1].String()
	}
	var progress engine.Progress
	if len(args) > 2 && args[2].Type() == js.TypeFunction {
		progress = func(done, all int) {
			defer func() { _ = recover() }() // what the function throws is its own affair
			args[2].Invoke(done, all)
		}
	}
	return string(e.Call(method, []byte(params), progress))
}
