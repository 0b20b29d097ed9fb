// LONGEST is how many characters a name has at most, as the server counts them: code points.
const LONGEST = 40;

// clean makes a name one that the server takes later.
export function clean(name: string): string {
  return [...name.normalize("NFC").replace(/\p{C}/gu, "").trim()].slice(0, LONGEST).join("");
}
