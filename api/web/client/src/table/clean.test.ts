import { expect, test } from "vitest";
import { clean } from "./clean";

test("a long name is cut between characters, never within one", () => {
  expect(clean("🎲".repeat(50))).toBe("🎲".repeat(40));
  expect(clean(`${"a".repeat(39)}🎲b`)).toBe(`${"a".repeat(39)}🎲`);
  expect(clean(" Bo\u0007 ")).toBe("Bo");
});
