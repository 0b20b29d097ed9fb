import { describe, expect, it, vi } from "vitest";
import { Foreign, Problem, Unreachable } from "./problem";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("addEventListener", () => undefined);
const { refusalOf, whole } = await import("./answer");

const answer = (status: number, type: string, body: string) => new Response(body, { status, headers: { "Content-Type": type } });

describe("whole", () => {
  it("lets answers of the API through", async () => {
    const read = await whole(answer(200, "application/json; charset=utf-8", '{"a":1}'));
    expect(await read.json()).toEqual({ a: 1 });
    expect((await whole(new Response(null, { status: 204 }))).status).toBe(204);
    expect((await whole(answer(409, "application/problem+json", "{}"))).status).toBe(409);
  });

  it("takes a page of somebody else's, and half an answer, for none", async () => {
    await expect(whole(answer(200, "text/html", "<p>Sign in to the hotel</p>"))).rejects.toBeInstanceOf(Unreachable);
    await expect(whole(answer(200, "application/json", '{"items":['))).rejects.toThrow();
  });
});

describe("refusalOf", () => {
  it("tells refusals of the API from those on the way to it", async () => {
    const told = await refusalOf(answer(404, "application/problem+json", '{"code":"notFound","detail":"Gone","status":404}'));
    expect(told).toBeInstanceOf(Problem);
    expect(await refusalOf(answer(431, "text/plain", "431 Request Header Fields Too Large"))).toBeInstanceOf(Foreign);
  });

  it.each([408, 425, 429, 502, 504])("takes %d without a problem for no answer", async (status) => {
    expect(await refusalOf(answer(status, "text/html", "<p>Busy</p>"))).toBeInstanceOf(Unreachable);
  });
});
