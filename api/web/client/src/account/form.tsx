import { useId, useRef, useState } from "preact/hooks";
import { isProblem, Problem, Unreachable } from "../api/problem";
import type { ProblemCode } from "../api/types";
import { t } from "../i18n";

// Complaint is what is wrong with a form: at one of its fields, or at none.
interface Complaint {
  field?: string | undefined;
  text: string;
}

export interface FieldOf {
  name: string;
  label: string;
  hint?: string;
  type?: "text" | "password";
  complete: string; // what a password manager fills in
  value?: string;
  most?: number;
  isNew?: boolean; // a password that is being chosen
}

interface FormProps {
  fields: readonly FieldOf[];
  action: string;
  primary?: boolean;
  // at says which field a refusal of the server is about
  at?: Partial<Record<ProblemCode, string>>;
  onSubmit: (values: Record<string, string>) => Promise<void>;
}

// Form asks for some values and tells in place what is wrong with them, in the words of the server where it refuses.
export function Form(p: FormProps) {
  const [complaint, complain] = useState<Complaint>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const tell = (c: Complaint) => {
    complain(c);
    if (c.field !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${c.field}"]`)?.focus();
  };

  async function submit(e: SubmitEvent): Promise<void> {
    e.preventDefault();
    if (busy) return;
    const given = new FormData(form.current!);
    const values = Object.fromEntries(p.fields.map((f) => [f.name, String(given.get(f.name) ?? "")]));
    const wrong = p.fields.map((f) => missing(f, values[f.name]!)).find((c) => c !== undefined);
    if (wrong !== undefined) {
      tell(wrong);
      return;
    }
    complain(undefined);
    setBusy(true);
    try {
      await p.onSubmit(values);
      if (p.fields.some((f) => f.type === "password")) form.current?.reset(); // no password stays on the screen
    } catch (thrown) {
      tell(complaintOf(thrown, p.at));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} class="form" noValidate onSubmit={(e) => void submit(e)}>
      {p.fields.map((f) => (
        <Field key={f.name} of={f} wrong={complaint?.field === f.name ? complaint.text : undefined} />
      ))}
      {complaint !== undefined && complaint.field === undefined && (
        <p class="wrong" role="alert">
          {complaint.text}
        </p>
      )}
      <button type="submit" class={p.primary === true ? "button primary" : "button"} aria-disabled={busy}>
        {p.action}
      </button>
    </form>
  );
}

function Field(p: { of: FieldOf; wrong: string | undefined }) {
  const id = useId();
  const { of: f, wrong } = p;
  const described = [f.hint !== undefined && `${id}-hint`, wrong !== undefined && `${id}-wrong`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{f.label}</label>
      <input
        id={id}
        name={f.name}
        type={(f.type ?? "text") as "text"} // Preact's types take one kind of field at a time
        autoComplete={f.complete}
        autoCapitalize={f.name === "name" ? "words" : "none"}
        spellcheck={false}
        defaultValue={f.value}
        maxLength={f.most}
        aria-required="true"
        aria-invalid={wrong !== undefined}
        aria-describedby={described === "" ? undefined : described}
      />
      {f.hint !== undefined && (
        <p id={`${id}-hint`} class="quiet hint">
          {f.hint}
        </p>
      )}
      {wrong !== undefined && (
        <p id={`${id}-wrong`} class="wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

// missing says what is wrong with a value before anybody is asked; the rules for names are the server's.
function missing(f: FieldOf, value: string): Complaint | undefined {
  if (value.trim() === "") return { field: f.name, text: t().who.needed };
  const length = [...value].length;
  if (f.isNew === true && (length < 8 || length > 128)) return { field: f.name, text: t().who.passwordShort };
  return undefined;
}

function complaintOf(thrown: unknown, at: FormProps["at"]): Complaint {
  if (isProblem(thrown, "rateLimited") && thrown.retryAfter !== undefined) return { text: t().who.tryAgainIn(thrown.retryAfter) };
  if (thrown instanceof Problem) return { field: at?.[thrown.code], text: thrown.message };
  if (thrown instanceof Unreachable) return { text: t().noAnswer };
  console.error(thrown);
  return { text: t().somethingWrong };
}
