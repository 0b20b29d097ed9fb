// The rules come from the API as Markdown. The page reads as much of it as they use: headings, paragraphs, lists, tables,
// and links to their own headings. What it makes is a tree of plain values, never HTML, so no text can become anything
// else than text.

export type Inline = { text: string } | { text: string; to: string }; // to: the anchor of a heading of the same text

export type Block =
  | { kind: "heading"; level: number; text: string; anchor: string }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

// blocksOf reads a text. Whatever it does not know is a paragraph.
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split(/\r?\n/);
  let at = 0;

  // taken are the lines from here on for which the test holds.
  function taken(test: (line: string) => boolean): string[] {
    const from = at;
    while (at < lines.length && test(lines[at]!)) at++;
    return lines.slice(from, at);
  }

  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#{1,6}) +(.*)$/.exec(line);
    if (line.trim() === "") {
      at++;
    } else if (heading !== null) {
      const text = heading[2]!.trim();
      blocks.push({ kind: "heading", level: heading[1]!.length, text, anchor: anchorOf(text) });
      at++;
    } else if (line.startsWith("|")) {
      const rows = taken((l) => l.startsWith("|")).map(cellsOf);
      const ruled = rows.length > 1 && rows[1]!.every((cell) => /^:?-+:?$/.test(cell));
      blocks.push({
        kind: "table",
        head: ruled ? rows[0]!.map(inlinesOf) : [],
        rows: rows.slice(ruled ? 2 : 0).map((row) => row.map(inlinesOf)),
      });
    } else if (ITEM.test(line)) {
      const ordered = /^\d/.test(line);
      const items: string[] = [];
      for (const l of taken((l) => ITEM.test(l) || (l.startsWith(" ") && l.trim() !== ""))) {
        if (ITEM.test(l)) items.push(l.replace(ITEM, ""));
        else items.push(`${items.pop()} ${l.trim()}`);
      }
      blocks.push({ kind: "list", ordered, items: items.map(inlinesOf) });
    } else {
      const text = taken((l) => l.trim() !== "" && !/^(#{1,6} |\|)/.test(l) && !ITEM.test(l));
      blocks.push({ kind: "paragraph", text: inlinesOf(text.map((l) => l.trim()).join(" ")) });
    }
  }
  return blocks;
}

const ITEM = /^(?:[-*]|\d+\.) +/;

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

// inlinesOf splits a text at its links; a link to anywhere but a heading stays what it says. Thousands stay on one line.
function inlinesOf(written: string): Inline[] {
  const text = written.replace(/(\d) (?=\d{3}(?!\d))/g, "$1\u00a0");
  const found: Inline[] = [];
  let rest = 0;
  for (const link of text.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)) {
    if (link.index > rest) found.push({ text: text.slice(rest, link.index) });
    const [whole, words = "", target = ""] = link;
    found.push(target.startsWith("#") ? { text: words, to: target.slice(1) } : { text: words });
    rest = link.index + whole.length;
  }
  if (rest < text.length) found.push({ text: text.slice(rest) });
  return found;
}

// anchorOf is what links call a heading, as GitHub makes it.
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
