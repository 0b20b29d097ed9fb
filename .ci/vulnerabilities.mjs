// Reads what `govulncheck -format json` prints and fails where code of ours calls what is vulnerable, unless
// vulnerabilities.txt says why that does no harm.
import { readFileSync } from "node:fs";

const messages = readFileSync(0, "utf8").split(/^}$/m).filter((m) => m.trim() !== "").map((m) => JSON.parse(m + "}"));
if (!messages.some((m) => m.config) || !messages.some((m) => m.SBOM)) {
  throw new Error("that is not what govulncheck prints");
}
const about = new Map(messages.filter((m) => m.osv).map((m) => [m.osv.id, m.osv.summary]));
const called = new Map();
for (const { finding } of messages.filter((m) => m.finding)) {
  const where = finding.trace[0];
  if (where.function) {
    called.set(finding.osv, `${where.module}@${where.version}, mended in ${finding.fixed_version ?? "no version"}`);
  }
}
const accepted = new Map(
  readFileSync(new URL("vulnerabilities.txt", import.meta.url), "utf8").split("\n")
    .filter((line) => /^GO-/.test(line)).map((line) => [line.split(" ")[0], line]),
);
for (const id of accepted.keys()) {
  if (!called.has(id)) console.log(`${id} is accepted, and not called any more: take it out of vulnerabilities.txt`);
}
let faults = 0;
for (const [id, where] of [...called].sort()) {
  if (!accepted.has(id)) faults++;
  console.log(`${accepted.has(id) ? "accepted" : "FAULT   "} ${id} ${about.get(id)}: ${where}`);
}
console.log(`${about.size} known for what we use, ${called.size} called, ${faults} of them not accepted`);
process.exit(faults > 0 ? 1 : 0);
