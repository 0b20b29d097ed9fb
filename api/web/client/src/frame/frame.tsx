import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { signedOut } from "../api/session";
import { language, speak, t, type Language } from "../i18n";
import { href, route, type Route } from "../route";
import { guestHere } from "../sync";
import "../styles/frame.css";
import { Announcer } from "./announce";
import { NewVersion } from "./new-version";
import { usePlace } from "./place";
import { Toasts } from "./toast";

// Frame is what every page has around it.
export function Frame(p: { children: ComponentChildren }) {
  usePlace();
  return (
    <>
      <a class="skip" href="#content" onClick={focusContent}>
        {t().skip}
      </a>
      <header class="top">
        <a class="mark" href={href({ page: "home" })}>
          <img src="/icon.svg" alt="" width="28" height="28" />
          Kast
        </a>
        <Places />
      </header>
      <NewVersion />
      {signedOut.value && <Ended />}
      <main id="content" tabIndex={-1}>
        {p.children}
      </main>
      <Toasts />
      <Announcer />
    </>
  );
}

// Places leads to the pages, and has the language. Where there is no room it lies behind a button.
function Places() {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => setOpen(false), [route.value]);
  // With the menu itself, so that a key that follows at once is not lost.
  useLayoutEffect(() => {
    if (!open) return;
    const away = (e: Event) => {
      const at = e.target as Node;
      if (whole.current?.contains(at) !== true && button.current?.contains(at) !== true) setOpen(false);
    };
    const escape = (e: KeyboardEvent) => {
      if (e.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener("pointerdown", away);
    addEventListener("focusin", away);
    addEventListener("keydown", escape);
    return () => {
      removeEventListener("pointerdown", away);
      removeEventListener("focusin", away);
      removeEventListener("keydown", escape);
    };
  }, [open]);
  return (
    <>
      <button ref={button} type="button" class="button menu" aria-expanded={open} aria-controls="places" onClick={() => setOpen(!open)}>
        {t().menu}
      </button>
      <div ref={whole} id="places" class={open ? "places open" : "places"}>
        <nav aria-label="Kast">
          <Place to={{ page: "home" }}>{t().home}</Place>
          <Place to={{ page: "lobby" }}>{t().lobby}</Place>
          <Place to={{ page: "finished" }}>{t().finishedGames}</Place>
          <Place to={{ page: "statistics" }}>{t().statistics}</Place>
          <Place to={{ page: "rules", ruleset: "" }}>{t().rules}</Place>
          <Place to={{ page: "account" }}>{t().account}</Place>
        </nav>
        <label class="language">
          <span class="unseen">{t().language}</span>
          <select value={language.value} onChange={(e) => speak(e.currentTarget.value as Language)}>
            <option value="en" lang="en">
              English
            </option>
            <option value="sv" lang="sv">
              Svenska
            </option>
          </select>
        </label>
      </div>
    </>
  );
}

function Place(p: { to: Route; children: string }) {
  return (
    <a href={href(p.to)} aria-current={route.value.page === p.to.page ? "page" : undefined}>
      {p.children}
    </a>
  );
}

// Ended tells that the server has ended the sign-in of this browser. Nobody can sign in to a guest.
function Ended() {
  const close = () => (signedOut.value = false);
  return (
    <div class="signed-out" role="alert">
      <p>{guestHere.value ? t().ended.guest : t().ended.text}</p>
      {!guestHere.value && (
        <a class="button" href={href({ page: "account" })}>
          {t().ended.signIn}
        </a>
      )}
      <button type="button" class="button" onClick={close}>
        {t().ended.close}
      </button>
    </div>
  );
}

function focusContent(e: MouseEvent): void {
  e.preventDefault(); // the address is the page's place
  document.getElementById("content")?.focus();
}
