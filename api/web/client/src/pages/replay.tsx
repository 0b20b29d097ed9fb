import { useEffect, useState } from "preact/hooks";
import type { Frame } from "../api/types";
import { Unreachable } from "../api/problem";
import { framesOf } from "../finished/frames";
import { Heading } from "../finished/heading";
import { Player } from "../finished/player";
import { t } from "../i18n";

// ReplayPage shows a game as it was after any of its events; seq is the one to begin at.
export function ReplayPage(p: { id: string; seq?: number | undefined }) {
  const [frames, setFrames] = useState<readonly Frame[]>([]);
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const ended = new AbortController();
    setFrames([]);
    framesOf(p.id, ended.signal, (more) => setFrames((known) => [...known, ...more])).catch((e: unknown) => {
      if (!ended.signal.aborted) setError(e instanceof Error ? e : new Error(String(e)));
    });
    return () => ended.abort();
  }, [p.id]);
  return (
    <>
      <Heading page="replay" id={p.id} game={frames.at(-1)?.game} />
      {error !== undefined && <p role="alert">{error instanceof Unreachable ? t().noAnswer : error.message || t().somethingWrong}</p>}
      {frames.length > 0 ? <Player frames={frames} seq={p.seq} /> : error === undefined && <p class="quiet">{t().loading}</p>}
    </>
  );
}
