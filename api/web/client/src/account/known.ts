import { client } from "../api/client";
import { account, accountId } from "../api/session";
import type { Account } from "../api/types";
import { useLoaded, type Loading } from "../frame/loaded";

// useAccount reads what is known of the caller's account, into the signal too. Who has none becomes a guest by that.
export function useAccount(): Loading<Account> {
  return useLoaded(async () => {
    const { data } = await client.GET("/v1/me");
    account.value = data!;
    return data!;
  }, [accountId.value]);
}
