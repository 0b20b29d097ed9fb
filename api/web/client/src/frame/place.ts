import { useEffect, useRef } from "preact/hooks";
import { label, language, t } from "../i18n";
import { route, type Route } from "../route";
import { rulesetOf } from "../rulesets";
import type { RulesetID } from "../api/types";

// usePlace makes a change of place what it is to a browser that loads another page: the title tells where one is, and the
// focus goes to the heading, so that a screen reader reads it and the keyboard goes on from there.
export function usePlace(): void {
  const to = route.value;
  const first = useRef(true);
  useEffect(() => {
    document.title = titleOf(to);
  }, [to, language.value, to.page === "rules" && rulesetOf(to.ruleset as RulesetID)]);
  useEffect(() => {
    if (first.current) {
      first.current = false; // the browser has begun at the top by itself
      return;
    }
    return focusHeading();
  }, [to]);
}

// focusHeading moves the focus to the heading, which comes later where a page loads something first; not when something
// else of the page has taken the focus by then.
function focusHeading(): () => void {
  const main = document.getElementById("content")!;
  const found = () => {
    const heading = main.querySelector("h1");
    if (heading === null) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (found()) return () => {};
  main.focus({ preventScroll: true });
  const watch = new MutationObserver(() => {
    if (document.activeElement !== main || found()) watch.disconnect();
  });
  watch.observe(main, { childList: true, subtree: true });
  return () => watch.disconnect();
}

function titleOf(to: Route): string {
  const here = hereOf(to);
  return here === undefined ? "Kast" : `${here} · Kast`;
}

function hereOf(to: Route): string | undefined {
  switch (to.page) {
    case "home":
      return undefined;
    case "new":
      return t().newGame;
    case "lobby":
      return t().lobby;
    case "finished":
      return t().finishedGames;
    case "statistics":
      return t().statistics;
    case "account":
      return t().account;
    case "rules": {
      const game = label(rulesetOf(to.ruleset as RulesetID)?.name);
      return game === "" ? t().rules : t().rulesOf(game);
    }
    default:
      return t().titles[to.page];
  }
}
