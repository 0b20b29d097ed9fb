import { useState } from "preact/hooks";
import { client } from "../api/client";
import { signIn } from "../api/session";
import { Question } from "../frame/question";
import { toast } from "../frame/toast";
import { t } from "../i18n";
import { Form } from "./form";

// Asked is a sign-in that waits for an answer: how many games the guest of this browser would leave behind.
interface Asked {
  games: number;
  more: boolean;
  answer: (yes: boolean) => void;
}

// SignInForm makes this browser that of another account. A guest who has games is asked before, since nothing leads back
// to a guest.
export function SignInForm(p: { guest: boolean }) {
  const [asked, ask] = useState<Asked>();

  async function leaves(): Promise<boolean> {
    if (!p.guest) return true;
    const { data } = await client.GET("/v1/me/games", { params: { query: { limit: 200 } } });
    const games = data!.items.length;
    if (games === 0) return true;
    const yes = await new Promise<boolean>((answer) => ask({ games, more: data!.nextCursor !== undefined, answer }));
    ask(undefined);
    return yes;
  }

  return (
    <section aria-labelledby="sign-in">
      <h2 id="sign-in">{t().who.signIn}</h2>
      <p>{t().who.signInMeans}</p>
      <Form
        fields={[
          { name: "username", label: t().who.username, complete: "username", most: 40 },
          { name: "password", label: t().who.password, type: "password", complete: "current-password" },
        ]}
        action={t().who.signIn}
        onSubmit={async ({ username, password }) => {
          if (!(await leaves())) return;
          await signIn(username!, password!);
          toast(t().who.isSignedIn(username!.trim()));
        }}
      />
      {asked !== undefined && (
        <Question title={t().who.leaveGames} yes={t().who.signInAnyway} danger onAnswer={asked.answer}>
          <p>{t().who.leaveGamesMeans(asked.games, asked.more)}</p>
        </Question>
      )}
    </section>
  );
}
