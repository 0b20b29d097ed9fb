import { useEffect, useState } from "preact/hooks";
import { client, repeated } from "../api/client";
import { isProblem } from "../api/problem";
import { complain } from "../frame/toast";
import { t } from "../i18n";
import { go, href } from "../route";
import "../styles/tables.css";

// WatchPage goes to the game behind a watch code, whose log and moves this account may see from then on.
export function WatchPage(p: { code: string }) {
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const watchCode = p.code.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
    repeated(() => client.POST("/v1/watching", { body: { watchCode }, signal: ended.signal }), ended.signal).then(
      ({ data }) => {
        // Back leads to where one was before this page, not to it.
        if (!ended.signal.aborted) location.replace(href({ page: "game", id: data!.id }));
      },
      (e: unknown) => {
        if (ended.signal.aborted) return;
        if (isProblem(e, "notFound") || isProblem(e, "malformed")) setWrong(true);
        else {
          complain(e);
          go({ page: "home" });
        }
      },
    );
    return () => ended.abort();
  }, [p.code]);
  return (
    <div class="waitingroom">
      <h1>{t().join.watchHeading}</h1>
      {wrong ? (
        <>
          <p role="alert">{t().join.watchWrong}</p>
          <p class="quiet">{t().join.watchHint}</p>
          <a class="button" href={href({ page: "home" })}>
            {t().ending.home}
          </a>
        </>
      ) : (
        <p class="quiet">{t().loading}</p>
      )}
    </div>
  );
}
