import { client } from "../api/client";
import { account } from "../api/session";
import type { Account } from "../api/types";
import { toast } from "../frame/toast";
import { t } from "../i18n";
import { Form } from "./form";

type Change = { name?: string; username?: string; password?: string; oldPassword?: string };

async function change(body: Change): Promise<Account> {
  const { data } = await client.PATCH("/v1/me", { body });
  account.value = data!;
  return data!;
}

// NameForm changes what others see.
export function NameForm(p: { account: Account }) {
  return (
    <Form
      fields={[
        { name: "name", label: t().who.name, hint: t().who.nameMeans, complete: "nickname", value: p.account.name, most: 40 },
      ]}
      action={t().who.saveName}
      at={{ badName: "name", malformed: "name" }}
      onSubmit={async ({ name }) => {
        await change({ name: name! });
        toast(t().who.nameSaved);
      }}
    />
  );
}

// RegisterForm makes the guest of this browser an account that one can sign in to; the account stays the same.
export function RegisterForm() {
  return (
    <section aria-labelledby="register">
      <h2 id="register">{t().who.register}</h2>
      <p>{t().who.registerMeans}</p>
      <Form
        primary
        fields={[
          { name: "username", label: t().who.username, complete: "username", most: 40 },
          { name: "password", label: t().who.password, hint: t().who.passwordMeans, type: "password", complete: "new-password", isNew: true },
        ]}
        action={t().who.register}
        at={{ usernameTaken: "username", badName: "username" }}
        onSubmit={async ({ username, password }) => {
          const now = await change({ username: username!, password: password! });
          toast(t().who.isRegistered(now.username!));
        }}
      />
    </section>
  );
}

// PasswordForm changes the password, which takes the old one.
export function PasswordForm() {
  return (
    <section aria-labelledby="password">
      <h2 id="password">{t().who.changePassword}</h2>
      <p>{t().who.changePasswordMeans}</p>
      <Form
        fields={[
          { name: "oldPassword", label: t().who.oldPassword, type: "password", complete: "current-password" },
          {
            name: "password",
            label: t().who.newPassword,
            hint: t().who.passwordMeans,
            type: "password",
            complete: "new-password",
            isNew: true,
          },
        ]}
        action={t().who.changePassword}
        at={{ wrongPassword: "oldPassword" }}
        onSubmit={async ({ oldPassword, password }) => {
          await change({ oldPassword: oldPassword!, password: password! });
          toast(t().who.passwordChanged);
        }}
      />
    </section>
  );
}
