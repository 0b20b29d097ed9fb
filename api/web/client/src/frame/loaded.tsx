import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Unreachable } from "../api/problem";
import { repeated } from "../api/client";
import { t } from "../i18n";

export type Loading<T> = { value: T } | { error: Error } | { waiting: boolean };

// useLoaded loads something anew whenever one of what it depends on changes; while there is no answer it tries again.
export function useLoaded<T>(load: () => Promise<T>, depends: readonly unknown[]): Loading<T> {
  const [state, setState] = useState<Loading<T>>({ waiting: false });
  useEffect(() => {
    const ended = new AbortController();
    const set = (s: Loading<T>) => ended.signal.aborted || setState(s);
    set({ waiting: false });
    repeated(load, ended.signal, () => set({ waiting: true })).then(
      (value) => set({ value }),
      (e: unknown) => set({ error: e instanceof Error ? e : new Error(String(e)) }),
    );
    return () => ended.abort();
  }, depends);
  return state;
}

// Loaded shows what was loaded, or that it is on its way, or why it is not there.
export function Loaded<T>(p: { of: Loading<T>; children: (value: T) => ComponentChildren }) {
  if ("value" in p.of) return <>{p.children(p.of.value)}</>;
  if ("error" in p.of) {
    return <p role="alert">{p.of.error instanceof Unreachable ? t().noAnswer : p.of.error.message || t().somethingWrong}</p>;
  }
  return <p class="quiet">{p.of.waiting ? t().noAnswer : t().loading}</p>;
}
