// A runner for a part of the kit, as an example: hashes of the files, canonical JSON, chains of logs, dice from seeds.
// It knows no rules of the games. It needs Node 20 and nothing else:
//
//   node run-example.mjs
//
// It prints a line for every case that fails and a sum at the end; the exit code is 1 if any did.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const bytes = (name) => readFileSync(new URL(name, import.meta.url));
const json = (name) => JSON.parse(bytes(name));
const lines = (name) => bytes(name).toString().split("\n").filter((line) => line !== "");
const sha256 = (data) => createHash("sha256").update(data).digest("hex");

let checked = 0;
let failed = 0;
function check(got, want, ...where) {
  checked++;
  if (JSON.stringify(got) === JSON.stringify(want)) return;
  failed++;
  console.log(`FAILED ${where.join(", ")}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
}

// RFC 8785. JavaScript sorts by UTF-16 units and writes numbers and strings in just the way that is asked for.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

const hashOf = ({ hash, ...event }) => sha256(canonical(event));

// What is wrong with the numbers, ids and hashes of a log, in the order in which the server looks; undefined for nothing.
function fault(log) {
  const gap = log.find((event, i) => event.seq !== i + 1);
  if (gap) return { seq: gap.seq, cause: "badSequence" };
  const twice = log.find((event, i) => log.slice(0, i).some((other) => other.id === event.id));
  if (twice) return { seq: twice.seq, cause: "idInUse" };
  let prev = "0".repeat(64);
  for (const event of log) {
    if (event.prev !== prev) return { seq: event.seq, cause: "brokenChain" };
    if (event.hash !== hashOf(event)) return { seq: event.seq, cause: "wrongHash" };
    prev = event.hash;
  }
  return undefined;
}

const commitment = (seed) => sha256(Buffer.from(seed, "hex"));

// The dice of a roll, the blocks that were needed for them, and the bytes that were skipped.
function draw({ serverSeed, gameId, clientSeeds, seat, turn, roll }, count) {
  const drawn = { blocks: [], skipped: [], dice: [] };
  for (let block = 0; drawn.dice.length < count; block++) {
    const message = ["kast-dice/1", gameId, clientSeeds.join(","), seat, turn, roll, block].join("|");
    const hmac = createHmac("sha256", Buffer.from(serverSeed, "hex")).update(message).digest();
    drawn.blocks.push({ message, hmac: hmac.toString("hex") });
    hmac.forEach((byte, i) => {
      if (drawn.dice.length === count) return;
      if (byte >= 252) drawn.skipped.push(block * 32 + i);
      else drawn.dice.push((byte % 6) + 1);
    });
  }
  return drawn;
}

for (const { file, sha256: want } of json("manifest.json").files) check(sha256(bytes(file)), want, "manifest.json", file);

const { values, events } = json("canonical/canonical.json");
values.forEach(({ name, text, canonical: want, sha256: hash }) => {
  check(canonical(JSON.parse(text)), want, "canonical.json, values", name);
  check(sha256(want), hash, "canonical.json, values, sha256", name);
});
events.forEach(({ name, text, hashed, hash, line }) => {
  const event = JSON.parse(text);
  check(canonical(event), hashed, "canonical.json, hashed", name);
  check(sha256(hashed), hash, "canonical.json, hash", name);
  check(canonical({ ...event, hash }), line, "canonical.json, line", name);
});

const { good, bad } = json("logs/verdicts.json");
for (const { log, seq, head } of good) {
  const texts = lines(`logs/${log}`);
  const all = texts.map((text) => JSON.parse(text));
  check(fault(all), undefined, log);
  check([all.at(-1).seq, all.at(-1).hash], [seq, head], log, "seq and head");
  all.forEach((event, i) => check(canonical(event), texts[i], log, `event ${i + 1} as it is written`));
}
const ours = ["badSequence", "idInUse", "brokenChain", "wrongHash"];
for (const { log, what, seq, cause } of bad) {
  if (cause === "malformed") continue; // takes a reader that knows the fields
  const want = ours.includes(cause) ? { seq, cause } : undefined; // the others have a right chain, and break the rules
  check(fault(lines(`logs/${log}`).map((text) => JSON.parse(text))), want, log, what);
}

const proofs = json("dice/dice.json");
proofs.faces.forEach((face, byte) => check(byte < 252 ? (byte % 6) + 1 : 0, face, "dice.json, faces", byte));
proofs.seeds.forEach((seed) => check(commitment(seed.serverSeed), seed.commitment, "dice.json, seeds", seed.serverSeed));
proofs.rolls.forEach((roll) => {
  const { blocks, skipped, dice } = roll;
  check(draw(roll, dice.length), { blocks, skipped, dice }, "dice.json, rolls", roll.name);
});
for (const game of proofs.games) {
  check(commitment(game.serverSeed), game.commitment, "dice.json", game.log);
  const log = lines(game.log).map((text) => JSON.parse(text));
  let table = [];
  for (const roll of game.rolls) {
    check(draw({ ...game, ...roll }, roll.dice.length).dice, roll.stream, "dice.json", game.log, `event ${roll.seq}`);
    const lie = roll.dice.map((_, i) => (roll.rolled.includes(i) ? roll.stream[i] : table[i]));
    check(lie, roll.dice, "dice.json", game.log, `event ${roll.seq}, the dice that lie`);
    check(log[roll.seq - 1].dice, roll.dice, "dice.json", game.log, `event ${roll.seq}, the log`);
    table = roll.dice;
  }
  check(game.rolls.length, log.filter((event) => event.type === "rolled").length, "dice.json", game.log, "rolls");
}

console.log(`${checked} checks, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
