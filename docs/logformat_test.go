package docs_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The worked example of log-format.md, recomputed with nothing but the standard
// library, so that the page cannot come to say what is not so.

func TestLogFormat_chain(t *testing.T) {
	prev := strings.Repeat("0", 64)
	for i, event := range exampleLog(t) {
		if got, want := event["seq"], json.Number(strconv.Itoa(i+1)); got != want {
			t.Errorf("event %d: seq %v", i+1, got)
		}
		if event["prev"] != prev {
			t.Errorf("event %d: prev %v, want %v", i+1, event["prev"], prev)
		}
		if got := hashOf(t, event); event["hash"] != got {
			t.Errorf("event %d: hash %v, want %v", i+1, event["hash"], got)
		}
		prev, _ = event["hash"].(string)
	}
}

func TestLogFormat_canonicalEvent(t *testing.T) {
	page := logFormat(t)
	text := blocks(page, "json")
	if len(text) != 1 {
		t.Fatalf("%d json blocks, want 1", len(text))
	}
	sum := sha256.Sum256([]byte(strings.TrimSpace(text[0])))
	if want := exampleLog(t)[5]["hash"]; hex.EncodeToString(sum[:]) != want {
		t.Errorf("the canonical event has SHA-256 %x, the log has %v", sum, want)
	}
	if shown := "Its SHA-256 is `" + hex.EncodeToString(sum[:]) + "`"; !strings.Contains(page, shown) {
		t.Errorf("the page does not say %q", shown)
	}
}

func TestLogFormat_commitment(t *testing.T) {
	log, seed := exampleLog(t), exampleSeed(t)
	sum := sha256.Sum256(seed)
	commitment := hex.EncodeToString(sum[:])
	if log[0]["commitment"] != commitment {
		t.Errorf("commitment %v, want %v", log[0]["commitment"], commitment)
	}
	page := logFormat(t)
	for _, shown := range []string{"32 bytes `" + hex.EncodeToString(seed) + "`", "`" + commitment + "`, as `created`"} {
		if !strings.Contains(page, shown) {
			t.Errorf("the page does not say %q", shown)
		}
	}
}

// Every block of text that begins with a message, with or without the event
// that it explains.
func TestLogFormat_dice(t *testing.T) {
	log, seed := exampleLog(t), exampleSeed(t)
	var seeds []string
	for _, event := range log {
		if event["type"] == "started" {
			seeds = texts(event["clientSeeds"])
		}
	}
	rolls, vectors, skips := 0, 0, 0
	var table []string
	for _, text := range blocks(logFormat(t), "text") {
		shown := fields(text)
		message := shown["message"]
		if message == "" {
			continue
		}
		vectors++
		mac := hmac.New(sha256.New, seed)
		mac.Write([]byte(message))
		block := mac.Sum(nil)
		if want := hex.EncodeToString(block); shown["hmac"] != "" && shown["hmac"] != want {
			t.Errorf("%s: hmac %s, want %s", message, shown["hmac"], want)
		}
		count := len(strings.Fields(shown["stream"]))
		read, stream := readDice(block, count)
		skips += strings.Count(read, "[")
		if shown["bytes"] != read {
			t.Errorf("%s: bytes %s, want %s", message, shown["bytes"], read)
		}
		if got := strings.Join(stream, " "); shown["stream"] != got {
			t.Errorf("%s: stream %s, want %s", message, shown["stream"], got)
		}
		if shown["event"] == "" {
			continue
		}
		rolls++
		seq, err := strconv.Atoi(shown["event"])
		if err != nil || seq < 1 || seq > len(log) || log[seq-1]["type"] != "rolled" {
			t.Fatalf("event %q is no roll of the log", shown["event"])
		}
		event := log[seq-1]
		place := fmt.Sprintf("kast-dice/1|%v|%s|%v|", log[0]["gameId"], strings.Join(seeds, ","), event["seat"])
		if !strings.HasPrefix(message, place) {
			t.Errorf("event %d: message %s does not begin with %s", seq, message, place)
		}
		kept := strings.Fields(strings.TrimPrefix(shown["kept"], "none"))
		if before := log[seq-2]; before["type"] == "held" && strings.Join(texts(before["held"]), " ") != strings.Join(kept, " ") {
			t.Errorf("event %d: kept %v, the log holds %v", seq, kept, before["held"])
		}
		for _, position := range kept {
			i, err := strconv.Atoi(position)
			if err != nil || i >= len(table) {
				t.Fatalf("event %d: kept %q", seq, position)
			}
			stream[i] = table[i]
		}
		table = stream
		want := strings.Join(table, " ")
		if got := strings.Join(texts(event["dice"]), " "); got != want || shown["dice"] != want {
			t.Errorf("event %d: dice %s in the log, %s in the text, want %s", seq, got, shown["dice"], want)
		}
	}
	inLog := 0
	for _, event := range log {
		if event["type"] == "rolled" {
			inLog++
		}
	}
	if rolls != inLog {
		t.Errorf("the text explains %d of %d rolls", rolls, inLog)
	}
	if vectors != rolls+2 {
		t.Errorf("%d further vectors, want 2", vectors-rolls)
	}
	if skips == 0 {
		t.Error("no example skips a byte")
	}
}

// The scripts of the page accept the example, and refuse it when a die was
// changed and the chain made anew over it. With client dice they check the chain.
func TestLogFormat_scripts(t *testing.T) {
	page := logFormat(t)
	dir := t.TempDir()
	good := filepath.Join(dir, "good.jsonl")
	writeFile(t, good, blocks(page, "jsonl")[0])

	log := exampleLog(t)
	log[9]["dice"].([]any)[4] = json.Number("6")
	bad := filepath.Join(dir, "bad.jsonl")
	writeFile(t, bad, chained(t, log))

	// The same game with client dice, and one of which an event was changed afterwards.
	log = exampleLog(t)
	log[0]["diceMode"] = "client"
	delete(log[0], "commitment")
	delete(log[4], "clientSeeds")
	delete(log[11], "serverSeed")
	client, broken := filepath.Join(dir, "client.jsonl"), filepath.Join(dir, "broken.jsonl")
	text := chained(t, log)
	writeFile(t, client, text)
	writeFile(t, broken, strings.Replace(text, `"dice":[3,6,5,6,1]`, `"dice":[3,6,5,6,6]`, 1))

	for _, c := range []struct{ language, interpreter, file string }{
		{"python", "python3", "check_dice.py"},
		{"js", "node", "check_dice.mjs"},
	} {
		t.Run(c.language, func(t *testing.T) {
			interpreter, err := exec.LookPath(c.interpreter)
			if err != nil {
				t.Skipf("no %s on this machine", c.interpreter)
			}
			script := filepath.Join(dir, c.file)
			writeFile(t, script, blocks(page, c.language)[0])
			out, err := exec.Command(interpreter, script, good).CombinedOutput()
			if want := "12 events, 3 rolls: all right\n"; err != nil || string(out) != want {
				t.Errorf("the example: %v, %q, want %q", err, out, want)
			}
			out, err = exec.Command(interpreter, script, bad).CombinedOutput()
			if err == nil || !strings.HasPrefix(string(out), "event 10: the dice should be") {
				t.Errorf("the forged example: %v, %q", err, out)
			}
			out, err = exec.Command(interpreter, script, client).CombinedOutput()
			if want := "12 events: the chain is right, there are no server dice to check\n"; err != nil || string(out) != want {
				t.Errorf("client dice: %v, %q, want %q", err, out, want)
			}
			out, err = exec.Command(interpreter, script, broken).CombinedOutput()
			if err == nil || string(out) != "event 10: the hash is wrong\n" {
				t.Errorf("client dice, a die changed: %v, %q", err, out)
			}
		})
	}
}

// chained writes a log one event a line, with its chain made anew.
func chained(t *testing.T, log []map[string]any) string {
	t.Helper()
	var text strings.Builder
	prev := any(strings.Repeat("0", 64))
	for _, event := range log {
		event["prev"] = prev
		event["hash"] = hashOf(t, event)
		prev = event["hash"]
		text.Write(canonical(t, event))
		text.WriteByte('\n')
	}
	return text.String()
}

func logFormat(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("log-format.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// blocks returns the fenced blocks of a language.
func blocks(page, language string) []string {
	var list []string
	for _, m := range regexp.MustCompile("(?ms)^ *```(\\w+)\n(.*?)^ *```$").FindAllStringSubmatch(page, -1) {
		if m[1] == language {
			list = append(list, m[2])
		}
	}
	return list
}

// fields reads lines of a name, blanks and a value.
func fields(text string) map[string]string {
	m := make(map[string]string)
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		m[name] = strings.TrimSpace(value)
	}
	return m
}

func exampleLog(t *testing.T) []map[string]any {
	t.Helper()
	text := blocks(logFormat(t), "jsonl")
	if len(text) != 1 {
		t.Fatalf("%d logs on the page, want 1", len(text))
	}
	var log []map[string]any
	for line := range strings.Lines(text[0]) {
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.UseNumber()
		var event map[string]any
		if err := decoder.Decode(&event); err != nil {
			t.Fatal(err)
		}
		log = append(log, event)
	}
	return log
}

func exampleSeed(t *testing.T) []byte {
	t.Helper()
	log := exampleLog(t)
	text, _ := log[len(log)-1]["serverSeed"].(string)
	seed, err := hex.DecodeString(text)
	if err != nil || len(seed) != 32 {
		t.Fatalf("server seed %q", text)
	}
	return seed
}

// canonical writes an event as RFC 8785 has it, which for ASCII keys and whole
// numbers is what encoding/json does without escaping for HTML.
func canonical(t *testing.T, event map[string]any) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(event); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(out.Bytes())
}

func hashOf(t *testing.T, event map[string]any) string {
	t.Helper()
	body := make(map[string]any, len(event))
	for name, value := range event {
		if name != "hash" {
			body[name] = value
		}
	}
	sum := sha256.Sum256(canonical(t, body))
	return hex.EncodeToString(sum[:])
}

// readDice reads dice from a block, and tells which bytes it took, those that
// it skipped in brackets.
func readDice(block []byte, count int) (read string, dice []string) {
	var taken []string
	for _, b := range block {
		if len(dice) == count {
			break
		}
		if b >= 252 {
			taken = append(taken, fmt.Sprintf("[%d]", b))
			continue
		}
		taken = append(taken, strconv.Itoa(int(b)))
		dice = append(dice, strconv.Itoa(int(b)%6+1))
	}
	return strings.Join(taken, " "), dice
}

// texts returns the elements of a JSON array as texts.
func texts(list any) []string {
	elements, _ := list.([]any)
	out := make([]string, len(elements))
	for i, e := range elements {
		out[i] = fmt.Sprint(e)
	}
	return out
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
