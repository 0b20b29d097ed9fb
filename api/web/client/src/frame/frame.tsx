import type { ComponentChildren } from "preact";
import { language, speak, t, type Language } from "../i18n";
import { href, route, type Route } from "../route";
import { Announcer } from "./announce";
import { Toasts } from "./toast";

// Frame is what every page has around it.
export function Frame(p: { children: ComponentChildren }) {
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
        <nav aria-label="Kast">
          <Place to={{ page: "home" }}>{t().home}</Place>
          <Place to={{ page: "lobby" }}>{t().lobby}</Place>
          <Place to={{ page: "finished" }}>{t().finishedGames}</Place>
          <Place to={{ page: "statistics" }}>{t().statistics}</Place>
          <Place to={{ page: "account" }}>{t().account}</Place>
        </nav>
        <label class="language">
          <span class="unseen">{t().language}</span>
          <select value={language.value} onChange={(e) => speak(e.currentTarget.value as Language)}>
            <option value="en">English</option>
            <option value="sv">Svenska</option>
          </select>
        </label>
      </header>
      <main id="content" tabIndex={-1}>
        {p.children}
      </main>
      <Toasts />
      <Announcer />
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

function focusContent(e: MouseEvent): void {
  e.preventDefault(); // the address is the page's place
  document.getElementById("content")?.focus();
}
