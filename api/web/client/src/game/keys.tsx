import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { readText, remove, writeText } from "../kept";
import "./keys.css";

const KEY = "kast-keys";

// keysOn tells whether single keys do anything: who speaks to the machine must be able to turn them off (WCAG 2.1.4).
const keysOn = signal(readText(KEY) !== "off");

function turnKeys(on: boolean): void {
  keysOn.value = on;
  if (on) remove(KEY);
  else writeText(KEY, "off");
}

// useKeys gives the keys of a game to handle, which tells whether it did something. None comes while somebody writes,
// answers a question, or holds a modifier, nor again while it is held down.
export function useKeys(handle: (key: string) => boolean): void {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    const down = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey || e.isComposing || written(e.target)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const single = e.key.length === 1;
      if (single && (!keysOn.peek() || e.repeat)) return;
      if (latest.current(single ? e.key.toLowerCase() : e.key)) e.preventDefault();
    };
    document.addEventListener("keydown", down);
    return () => document.removeEventListener("keydown", down);
  }, []);
}

function written(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, select, textarea"));
}

// moveInCard moves the focus among the boxes that may be entered: up and down in their order, left and right to the other
// part of a card. It tells whether there are any.
export function moveInCard(root: HTMLElement, key: string): boolean {
  const boxes = [...root.querySelectorAll<HTMLElement>(".card [data-box], .sheet [data-box]")];
  const at = boxes.findIndex((b) => b === document.activeElement);
  const here = boxes[at];
  if (boxes.length === 0) return false;
  if (here === undefined) {
    (boxes.find((b) => b.tabIndex === 0) ?? boxes[0])?.focus();
    return true;
  }
  switch (key) {
    case "ArrowDown":
      boxes[(at + 1) % boxes.length]?.focus();
      return true;
    case "ArrowUp":
      boxes.at(at - 1)?.focus();
      return true;
    default:
      beside(here, boxes, key === "ArrowLeft" ? -1 : 1)?.focus();
      return true;
  }
}

function beside(here: HTMLElement, boxes: readonly HTMLElement[], direction: number): HTMLElement | undefined {
  const from = here.getBoundingClientRect();
  const distance = (b: HTMLElement) => Math.abs(b.getBoundingClientRect().top - from.top);
  return boxes
    .filter((b) => (b.getBoundingClientRect().left - from.left) * direction > from.width / 2)
    .sort((a, b) => distance(a) - distance(b))[0];
}

// KeysHelp lists the keys of a game behind a button.
export function KeysHelp(p: { keys: readonly (readonly [string, string])[]; open: boolean; onOpen: (open: boolean) => void }) {
  return (
    <>
      <button type="button" class="button plain keys-button" aria-label={t().keys} title={t().keys} onClick={() => p.onOpen(true)}>
        ?
      </button>
      {p.open && <KeysDialog keys={p.keys} onClose={() => p.onOpen(false)} />}
    </>
  );
}

function KeysDialog(p: { keys: readonly (readonly [string, string])[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="keys" aria-label={t().keys} onClose={p.onClose}>
      <h2>{t().keys}</h2>
      <dl>
        {p.keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input type="checkbox" checked={keysOn.value} onChange={(e) => turnKeys(e.currentTarget.checked)} /> {t().keysOn}
      </label>
      <form method="dialog">
        <button class="button">{t().close}</button>
      </form>
    </dialog>
  );
}
