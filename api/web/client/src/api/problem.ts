import type { ProblemBody, ProblemCode } from "./types";

// Problem is an answer of the server, or of the engine, that says no. The detail is for people, in their language.
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly body: ProblemBody;
  // retryAfter is how many seconds the server wants to be left alone, where it said so.
  readonly retryAfter: number | undefined;

  constructor(body: ProblemBody, retryAfter?: number) {
    super(body.detail);
    this.name = "Problem";
    this.code = body.code;
    this.status = body.status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

// Unreachable is no answer at all: the network is gone, or the server is.
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super("no answer", { cause });
    this.name = "Unreachable";
  }
}

// Foreign is a refusal that is not the API's, such as a server's before it for a request that is too long. It has no words
// for people.
export class Foreign extends Error {
  readonly status: number;

  constructor(status: number) {
    super("");
    this.name = "Foreign";
    this.status = status;
  }
}

// isProblem tells whether something that was thrown is an answer with that code.
export function isProblem(thrown: unknown, code?: ProblemCode): thrown is Problem {
  return thrown instanceof Problem && (code === undefined || thrown.code === code);
}
