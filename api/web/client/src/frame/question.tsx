import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../i18n";

export interface QuestionProps {
  title: string;
  children?: ComponentChildren;
  yes: string; // says what is done, never just yes
  danger?: boolean; // what is done cannot be taken back
  onAnswer: (yes: boolean) => void;
}

// Question asks before something is done, over everything else. Escape and the first button mean no; the focus goes back
// to where it came from.
export function Question(p: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="question"
      aria-labelledby={id}
      onCancel={(e) => {
        e.preventDefault();
        p.onAnswer(false);
      }}
    >
      <h2 id={id}>{p.title}</h2>
      {p.children}
      <div class="answers">
        <button type="button" class="button" onClick={() => p.onAnswer(false)}>
          {t().cancel}
        </button>
        <button type="button" class={p.danger === true ? "button danger" : "button primary"} onClick={() => p.onAnswer(true)}>
          {p.yes}
        </button>
      </div>
    </dialog>
  );
}
