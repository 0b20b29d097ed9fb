import { useState } from "preact/hooks";
import { repeated } from "../api/client";
import { complain } from "./toast";

// useDoing does one thing at a time: busy while it does; what is refused is told, and what is not answered sent again, so
// it must be safe to repeat. It tells what came of it, undefined for nothing.
export function useDoing(): { busy: boolean; run: <T>(call: () => Promise<T>) => Promise<T | undefined> } {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async run(call) {
      if (busy) return undefined;
      setBusy(true);
      try {
        return await repeated(call);
      } catch (e) {
        complain(e);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
