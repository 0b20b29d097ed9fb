import { useState } from "preact/hooks";
import { client } from "../api/client";
import { isProblem } from "../api/problem";
import { accountId, forget } from "../api/session";
import { Question } from "../frame/question";
import { complain, toast } from "../frame/toast";
import { t } from "../i18n";
import { go } from "../route";
import { accountDeleted, sendNow } from "../sync";

// Data gives out all that the server has of the account, as a file.
export function Data() {
  const [busy, setBusy] = useState(false);

  async function download(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const { response } = await client.GET("/v1/me/export", { parseAs: "stream" });
      let file: Blob;
      try {
        file = await response.blob();
      } catch {
        toast(t().who.downloadBroke); // the connection ended before the document did
        return;
      }
      offer(file, `kast-${new Date().toISOString().slice(0, 10)}.json`);
    } catch (e) {
      complain(e);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-labelledby="data">
      <h2 id="data">{t().who.data}</h2>
      <p>{t().who.dataMeans}</p>
      <button type="button" class="button" aria-disabled={busy} onClick={() => void download()}>
        {t().who.download}
      </button>
    </section>
  );
}

// offer has the browser save a file that is here already: the call needs a token, which no link can send.
function offer(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // it has begun to be saved by then
}

// What waits to be sent is waited for so long before a sign-out, in ms.
const SENDING = 5000;

// SignOut ends the sign-in of this browser. A guest is warned: nobody can sign in to one.
export function SignOut(p: { guest: boolean }) {
  const [asking, ask] = useState(false);
  const [busy, setBusy] = useState(false);

  async function leave(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const unsent = await sendNow(SENDING);
      try {
        await client.DELETE("/v1/tokens");
      } catch (e) {
        if (!isProblem(e, "unauthenticated")) {
          complain(e);
          return;
        }
      }
      forget();
      toast(unsent === 0 ? t().who.isSignedOut : t().who.isSignedOutUnsent(unsent, p.guest));
      go({ page: "home" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-labelledby="sign-out">
      <h2 id="sign-out">{t().who.signOut}</h2>
      <p>{p.guest ? t().who.signOutGuestMeans : t().who.signOutMeans}</p>
      <button type="button" class="button" aria-disabled={busy} onClick={() => (p.guest ? ask(true) : void leave())}>
        {t().who.signOut}
      </button>
      {asking && (
        <Question
          title={t().who.signOutGuest}
          yes={t().who.signOutAnyway}
          danger
          onAnswer={(yes) => {
            ask(false);
            if (yes) void leave();
          }}
        >
          <p>{t().who.signOutGuestMeans}</p>
        </Question>
      )}
    </section>
  );
}

// Deletion removes the account for good, and asks twice.
export function Deletion() {
  const [asked, ask] = useState(0);

  async function remove(): Promise<void> {
    const id = accountId.value;
    try {
      await client.DELETE("/v1/me");
    } catch (e) {
      complain(e);
      return;
    }
    if (id !== undefined) await accountDeleted(id);
    forget();
    toast(t().who.isDeleted);
    go({ page: "home" });
  }

  return (
    <section aria-labelledby="delete">
      <h2 id="delete">{t().who.delete}</h2>
      <p>{t().who.deleteMeans}</p>
      <button type="button" class="button danger" onClick={() => ask(1)}>
        {t().who.delete}
      </button>
      {asked === 1 && (
        <Question key="first" title={t().who.deleteFirst} yes={t().who.deleteGoOn} danger onAnswer={(yes) => ask(yes ? 2 : 0)}>
          <p>{t().who.deleteMeans}</p>
        </Question>
      )}
      {asked === 2 && (
        <Question
          key="second"
          title={t().who.deleteSecond}
          yes={t().who.deleteForGood}
          danger
          onAnswer={(yes) => {
            ask(0);
            if (yes) void remove();
          }}
        >
          <p>{t().who.deleteSecondMeans}</p>
        </Question>
      )}
    </section>
  );
}
