import { Data, Deletion, SignOut } from "../account/leave";
import { useAccount } from "../account/known";
import { NameForm, PasswordForm, RegisterForm } from "../account/own";
import { SignInForm } from "../account/sign-in";
import { isProblem } from "../api/problem";
import { account } from "../api/session";
import type { Account } from "../api/types";
import { Loaded } from "../frame/loaded";
import { t } from "../i18n";
import "../styles/account.css";

// AccountPage is who one is: a guest until one registers, without a question at the start.
export function AccountPage() {
  const loaded = useAccount();
  const closed = "error" in loaded && isProblem(loaded.error, "registrationClosed");
  const known = account.value;
  return (
    <div class="account">
      <h1>{t().account}</h1>
      {closed ? (
        <>
          <p>{t().who.closed}</p>
          <SignInForm guest={false} />
        </>
      ) : known !== undefined ? (
        <Known account={known} />
      ) : (
        <Loaded of={loaded}>{() => null}</Loaded>
      )}
    </div>
  );
}

function Known(p: { account: Account }) {
  const { guest } = p.account;
  return (
    <>
      <p class="who">{guest ? t().who.guest(p.account.name) : t().who.registered(p.account.username ?? p.account.name)}</p>
      {guest && <p class="quiet">{t().who.guestMeans}</p>}
      <NameForm key={p.account.id} account={p.account} />
      {guest ? (
        <>
          <RegisterForm />
          <SignInForm guest />
        </>
      ) : (
        <PasswordForm />
      )}
      <Data />
      <SignOut guest={guest} />
      <Deletion />
    </>
  );
}
