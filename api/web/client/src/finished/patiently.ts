import { pause } from "../api/client";
import { isProblem } from "../api/problem";

const AGAIN = 3000; // ms
const MOST = 40; // times

// patiently asks again while best play is still being worked out, as it is for a while after the start of a server.
export async function patiently<T>(call: () => Promise<T>, onWait: () => void): Promise<T> {
  for (let times = 0; ; times++) {
    try {
      return await call();
    } catch (e) {
      if (!isProblem(e, "unavailable") || times >= MOST) throw e;
      onWait();
      await pause(AGAIN);
    }
  }
}
