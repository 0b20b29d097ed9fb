// canonical is the RFC 8785 text of a JSON value: keys sorted, no blanks. What a log has, whole numbers, texts, switches,
// lists and objects, is written by JSON.stringify as the RFC wants it, and keys are sorted by UTF-16 units as there. Anything
// else has no place in a log (docs/log-format.md), and throws.
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = value as Record<string, unknown>;
    const texts = Object.keys(fields)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`);
    return `{${texts.join(",")}}`;
  }
  if (typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value)) return JSON.stringify(value);
  throw new TypeError("not a value of a log");
}
