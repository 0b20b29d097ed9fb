import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { blocksOf, type Inline } from "./markdown";

test("headings, paragraphs, lists and tables are read", () => {
  const text = `# Penta

One line
and the next, see [the joker](#joker).

1. Roll
2. Keep the dice
   you like

- one

| Upper | Points |
| --- | --- |
| Ones | [sum](elsewhere.html) |
`;
  expect(blocksOf(text)).toEqual([
    { kind: "heading", level: 1, text: "Penta", anchor: "penta" },
    {
      kind: "paragraph",
      text: [{ text: "One line and the next, see " }, { text: "the joker", to: "joker" }, { text: "." }],
    },
    { kind: "list", ordered: true, items: [[{ text: "Roll" }], [{ text: "Keep the dice you like" }]] },
    { kind: "list", ordered: false, items: [[{ text: "one" }]] },
    {
      kind: "table",
      head: [[{ text: "Upper" }], [{ text: "Points" }]],
      rows: [[[{ text: "Ones" }], [{ text: "sum" }]]],
    },
  ]);
});

test("HTML is text, and so is what is nearly a link", () => {
  expect(blocksOf("<b>x</b> [a](javascript:alert) [b")).toEqual([
    { kind: "paragraph", text: [{ text: "<b>x</b> " }, { text: "a" }, { text: " [b" }] },
  ]);
});

// The rules themselves, as the server has them.
const folder = new URL("../../../../../docs/rules/", import.meta.url);

test.each(readdirSync(folder).filter((f) => f.endsWith(".md")))("%s is read whole", (name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  const blocks = blocksOf(text);
  const anchors = new Set<string>();
  const links: string[] = [];
  const words: string[] = [];
  const note = (parts: Inline[]) => {
    for (const p of parts) {
      words.push(p.text);
      if ("to" in p) links.push(p.to);
    }
  };
  for (const b of blocks) {
    if (b.kind === "heading") {
      anchors.add(b.anchor);
      words.push(b.text);
    } else if (b.kind === "paragraph") note(b.text);
    else if (b.kind === "list") b.items.forEach(note);
    else [b.head, ...b.rows].forEach((row) => row.forEach(note));
  }
  expect(blocks.filter((b) => b.kind === "heading" && b.level === 1)).toHaveLength(1);
  for (const to of links) expect([...anchors]).toContain(to);
  // No sign of Markdown is left over, and no word is lost.
  expect(words.filter((w) => /[|*`\]]|^#/.test(w))).toEqual([]);
  const plain = (s: string) => s.replace(/\]\([^)]*\)/g, "").match(/[\p{L}]+/gu) ?? [];
  expect(words.flatMap(plain)).toEqual(plain(text));
});
