import { Problem } from "../api/problem";
import type { ProblemBody, ProblemCode } from "../api/types";
import { t } from "../i18n";

// Refused is the engine's answer that says no. Its words are for who writes the app.
export interface Refused {
  problem: { code: ProblemCode; reason?: string; seq?: number; cause?: ProblemBody["cause"]; detail?: string };
}

// problemFrom makes the engine's refusal one like the server's, in words for people.
export function problemFrom(refused: Refused["problem"]): Problem {
  const texts: Partial<Record<ProblemCode, string>> = t().refused;
  return new Problem({
    type: "about:blank",
    title: refused.code,
    status: 422,
    code: refused.code,
    detail: texts[refused.code] ?? refused.detail ?? refused.code,
    ...(refused.seq !== undefined && { seq: refused.seq }),
    ...(refused.cause !== undefined && { cause: refused.cause }),
  });
}
