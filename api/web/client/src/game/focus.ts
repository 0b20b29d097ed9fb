import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

// useFocusKept brings the focus on to the next thing to do when what had it is gone with a turn, such as the box that was
// entered: else the keyboard would have to begin at the top of the page again.
export function useFocusKept(root: RefObject<HTMLElement | null>, turn: string): void {
  const last = useRef<Element | undefined>(undefined);
  useEffect(() => {
    const seen = (e: FocusEvent) => {
      last.current = e.target instanceof Element && root.current?.contains(e.target) === true ? e.target : undefined;
    };
    document.addEventListener("focusin", seen);
    return () => document.removeEventListener("focusin", seen);
  }, [root]);
  useEffect(() => {
    if (document.activeElement !== document.body || last.current === undefined || last.current.isConnected) return;
    const next = root.current?.querySelector<HTMLElement>(".roll") ?? root.current?.querySelector("h1");
    next?.focus({ preventScroll: true });
  }, [turn]);
}
