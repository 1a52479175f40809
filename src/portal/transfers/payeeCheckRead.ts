import { checkBankPayee, checkCardPayee, type PayeeCheck } from "#contract/payeeChecks.ts";
import { call } from "#portal/api/call.ts";
import { queryOptions } from "@tanstack/react-query";

/** Whose account is asked about: at another bank under a name, or a card account of ours. */
export type Asked =
  | {
      at: "bank";
      body: {
        destination_bank: string;
        destination_account_number: string;
        destination_account_name: string;
      };
    }
  | { at: "card"; body: { destination_account: string } };

const FRESH_MS = 10 * 60_000;
const UNAVAILABLE: PayeeCheck = { answer: "unavailable", told: "" };

/** What can be asked of fields with these values; undefined while they are not whole. */
export function askedOf(
  values: Partial<Record<string, string>>,
  toBank: boolean,
): Asked | undefined {
  if (toBank) {
    const { success, data } = checkBankPayee.body.safeParse(values);
    return success
      ? {
          at: "bank",
          body: {
            destination_bank: data.destination_bank,
            destination_account_number: data.destination_account_number,
            destination_account_name: data.destination_account_name.trim(),
          },
        }
      : undefined;
  }
  const { success, data } = checkCardPayee.body.safeParse(values);
  return success ? { at: "card", body: data } : undefined;
}

/**
 * What the other side tells. Whatever goes wrong there is 'unavailable'; an error says that it was not asked, for want of
 * a connection, and is asked with the next one. Nobody is kept from sending by either.
 */
export const payeeCheckRead = (asked: Asked) =>
  queryOptions({
    queryKey: ["payeeCheck", asked],
    queryFn: async (): Promise<PayeeCheck> => {
      const answer =
        asked.at === "bank"
          ? await call(checkBankPayee, { body: asked.body })
          : await call(checkCardPayee, { body: asked.body });
      if (answer.status) return answer.result;
      if (answer.httpStatus === 0) throw new Error("nobody was asked", { cause: answer });
      return UNAVAILABLE;
    },
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The member has read that the name is another one, and sends all the same. What is not kept keeps nobody back. */
export async function tellKnowing(asked: Asked): Promise<void> {
  if (asked.at === "bank") await call(checkBankPayee, { body: { ...asked.body, is_known: true } });
}
