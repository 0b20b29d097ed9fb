import { Foreign, Unreachable, type Problem } from "./problem";
import { problemOf } from "./session";

// whole waits for all of an answer. One that breaks off, or that is said to be good but is not the API's, such as the page
// of a proxy or of a hotel's network, is none.
export async function whole(answer: Response): Promise<Response> {
  if (answer.status === 204 || answer.status === 304) return answer;
  const text = await answer.text();
  if (answer.ok) {
    if (!/\bjson\b/.test(answer.headers.get("Content-Type") ?? "")) throw new Unreachable(new Error("no JSON"));
    if (text !== "") JSON.parse(text);
  }
  return new Response(text, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
}

// Refusals that pass, whoever tells them.
const PASSING: readonly number[] = [408, 425, 429];

// refusalOf reads a refusal. What is refused on the way to the API stays refused when it is sent again: it is Foreign.
export async function refusalOf(answer: Response): Promise<Problem | Unreachable | Foreign> {
  const read = await problemOf(answer);
  const { status } = answer;
  const final = status >= 400 && status < 500 && !PASSING.includes(status);
  return read instanceof Unreachable && final ? new Foreign(status) : read;
}
