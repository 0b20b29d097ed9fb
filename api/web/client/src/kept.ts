// What the browser keeps for the page from visit to visit, by names of this page. It may refuse, be full, or hold what an
// older page or somebody else has left: the page then goes by what it has in memory, and nothing is ever thrown.
const memory = new Map<string, string>();

// read is what is kept under a name, as JSON that passes the check; undefined for nothing of that kind.
export function read<T>(name: string, check: (value: unknown) => value is T): T | undefined {
  const text = readText(name);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function readText(name: string): string | undefined {
  const known = memory.get(name);
  if (known !== undefined) return known;
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function write(name: string, value: unknown): void {
  writeText(name, JSON.stringify(value));
}

export function writeText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
    memory.delete(name); // other tabs may change it from now on
  } catch {
    memory.set(name, text);
  }
}

export function remove(name: string): void {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // then it was not there
  }
}

// isRecord tells whether a value is an object with members.
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
