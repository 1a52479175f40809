import type { Catalogue } from "#console/texts/texts.ts";

/** Which place of the policy this is, in words: the act, its circumstance, and of whom it is asked. */
export function cellName(
  of: { act: string; payee: string; amount: string; hasPasskey: boolean },
  { acts, circumstances, withPasskey, withoutPasskey }: Catalogue["operations"]["policy"],
): string {
  const names: Readonly<Record<string, string>> = acts;
  return [
    names[of.act] ?? of.act,
    circumstances[`${of.payee}_${of.amount}`] ?? "",
    of.hasPasskey ? withPasskey : withoutPasskey,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** In what circumstance an act is, in words: to whom and how much, or when it counts after the approval. */
export function circumstanceName(
  { payee, amount, waitHours }: { payee: string; amount: string; waitHours: number },
  { circumstances, waits }: Catalogue["operations"]["policy"],
): string {
  return waitHours > 0 ? waits(waitHours) : (circumstances[`${payee}_${amount}`] ?? "");
}
