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
        { name: "name", label: t().you.name, hint: t().you.nameMeans, complete: "nickname", value: p.account.name, most: 40 },
      ]}
      action={t().you.saveName}
      at={{ badName: "name", malformed: "name" }}
      onSubmit={async ({ name }) => {
        await change({ name: name! });
        toast(t().you.nameSaved);
      }}
    />
  );
}

// RegisterForm makes the guest of this browser an account that one can sign in to; the account stays the same.
export function RegisterForm() {
  return (
    <section aria-labelledby="register">
      <h2 id="register">{t().you.register}</h2>
      <p>{t().you.registerMeans}</p>
      <Form
        primary
        fields={[
          { name: "username", label: t().you.username, complete: "username", most: 40 },
          { name: "password", label: t().you.password, hint: t().you.passwordMeans, type: "password", complete: "new-password", isNew: true },
        ]}
        action={t().you.register}
        at={{ usernameTaken: "username", badName: "username" }}
        onSubmit={async ({ username, password }) => {
          const now = await change({ username: username!, password: password! });
          toast(t().you.isRegistered(now.username!));
        }}
      />
    </section>
  );
}

// PasswordForm changes the password, which takes the old one.
export function PasswordForm() {
  return (
    <section aria-labelledby="password">
      <h2 id="password">{t().you.changePassword}</h2>
      <p>{t().you.changePasswordMeans}</p>
      <Form
        fields={[
          { name: "oldPassword", label: t().you.oldPassword, type: "password", complete: "current-password" },
          {
            name: "password",
            label: t().you.newPassword,
            hint: t().you.passwordMeans,
            type: "password",
            complete: "new-password",
            isNew: true,
          },
        ]}
        action={t().you.changePassword}
        at={{ wrongPassword: "oldPassword" }}
        onSubmit={async ({ oldPassword, password }) => {
          await change({ oldPassword: oldPassword!, password: password! });
          toast(t().you.passwordChanged);
        }}
      />
    </section>
  );
}
