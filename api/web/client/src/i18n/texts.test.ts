import { expect, test } from "vitest";
import { finished } from "./finished.en";
import { offline } from "./offline.en";
import { own } from "./own.en";
import { play } from "./play.en";
import { tables } from "./tables.en";

// The parts are put together as one, so a name that two of them have would be that of the later one.
test("no two parts of the page name a text alike", () => {
  const names = [finished, offline, own, play, tables].flatMap((part) => Object.keys(part));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});
