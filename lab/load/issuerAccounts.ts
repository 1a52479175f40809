import type { Person } from "./plan.ts";

/** Below what the sandbox reads in one body. */
const BATCH_SIZE = 1_000;
/** What each card has with us (fill.ts). */
const BALANCE = "20000.00";

/**
 * The card accounts of these members, as the issuer has them. Opened twice, an account would
 * start over, so `known` keeps those that are there.
 */
export async function openIssuerAccounts(
  sandboxUrl: string,
  people: readonly Person[],
  known: Set<string>,
): Promise<void> {
  const fresh = people.filter(({ card }) => !known.has(card));
  for (let first = 0; first < fresh.length; first += BATCH_SIZE) {
    const some = fresh.slice(first, first + BATCH_SIZE);
    const cards = some.map(({ card, guid }) => ({
      accountNo: card,
      memberRef: guid,
      holder: "Load Member",
      balance: BALANCE,
      withoutPlastic: true,
    }));
    const response = await fetch(new URL("/sandbox/cards", sandboxUrl), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ cards }),
    });
    if (!response.ok) throw new Error(`the issuer did not open cards: ${response.status}`);
    for (const { card } of some) known.add(card);
  }
}
