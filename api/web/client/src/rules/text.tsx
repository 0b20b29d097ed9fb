import { createElement } from "preact";
import { blocksOf, type Block, type Inline } from "./markdown";

// RulesText shows the rules. Its first heading is the page's; links lead to headings of the same text, which the address
// cannot name, since what is behind its # is where the page is.
export function RulesText(p: { markdown: string }) {
  return (
    <>
      {blocksOf(p.markdown).map((b, i) => (
        <Shown key={i} block={b} />
      ))}
    </>
  );
}

function Shown(p: { block: Block }) {
  const b = p.block;
  switch (b.kind) {
    case "heading":
      return createElement(`h${b.level}`, { id: idOf(b.anchor), tabIndex: -1 }, b.text);
    case "paragraph":
      return (
        <p>
          <Line of={b.text} />
        </p>
      );
    case "list":
      return createElement(
        b.ordered ? "ol" : "ul",
        null,
        b.items.map((item, i) => (
          <li key={i}>
            <Line of={item} />
          </li>
        )),
      );
    case "table":
      return (
        <div class="wide" tabIndex={0} role="group" aria-label={b.head.flat().map((part) => part.text).join(" ")}>
          <table>
            {b.head.length > 0 && (
              <thead>
                <tr>
                  {b.head.map((cell, i) => (
                    <th key={i} scope="col">
                      <Line of={cell} />
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {b.rows.map((row, i) => (
                <tr key={i}>
                  {row.map((cell, j) => (
                    <td key={j}>
                      <Line of={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}

function Line(p: { of: readonly Inline[] }) {
  return (
    <>
      {p.of.map((part, i) =>
        "to" in part ? (
          <a key={i} href={location.hash} onClick={(e) => jump(e, part.to)}>
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </>
  );
}

function idOf(anchor: string): string {
  return `rule-${anchor}`;
}

// jump goes to a heading, with the focus.
export function jump(e: Event, anchor: string): void {
  e.preventDefault();
  const heading = document.getElementById(idOf(anchor));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}
