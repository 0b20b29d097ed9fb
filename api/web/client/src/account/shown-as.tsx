import { account } from "../api/session";
import { t } from "../i18n";
import { useAccount } from "./known";
import { NameForm } from "./own";
import "../styles/account.css";

// GIVEN is what the server calls a guest who has not said a name.
const GIVEN = /^(Guest|Gäst) \d{4}$/;

// ShownAs lets a guest say a name where others are about to see it; it asks for one as long as there is none.
export function ShownAs() {
  useAccount();
  const me = account.value;
  if (me?.guest !== true) return null;
  const unnamed = GIVEN.test(me.name);
  return (
    <details class="shownas" open={unnamed}>
      <summary>{t().who.shownAs(me.name)}</summary>
      <NameForm key={me.name} account={unnamed ? { ...me, name: "" } : me} />
    </details>
  );
}
