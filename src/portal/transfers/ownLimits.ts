import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import type { Draft } from "./order.ts";
import { kindOf, type Setup } from "./setup.ts";

export type OwnLimitTexts = TransferTexts["ownLimit"];
type Words = { ownLimit: OwnLimitTexts; amountText: (centavos: bigint) => string };

/** A limit that the member set, as it stands for this draft: how much passes, what is said of it, and whether tomorrow has another. */
export type OwnLimitLine = { key: string; most: bigint; text: string; isOfToday?: true };

/** The limits that the member set and that stand for this draft. Of one that switches it off nothing passes. */
export function ownLimitLines(setup: Setup, draft: Draft, words: Words): OwnLimitLine[] {
  const { ownLimit: texts, amountText } = words;
  const kind = setup.ownLimits.kinds.find((one) => one.kind === kindOf(draft));
  const payee = payeeLimit(setup, draft);
  if (kind?.isOff === true) return [{ key: "off", most: 0n, text: texts.off }];
  if (payee?.isOff === true) return [{ key: "payeeOff", most: 0n, text: texts.payeeOff }];
  const line = (key: string, most: bigint | null | undefined, text: (amount: string) => string) =>
    most === null || most === undefined ? [] : [{ key, most, text: text(amountText(most)) }];
  return [
    ...line("most", kind?.most, texts.most),
    ...[
      ...line("today", kind?.leftToday, texts.today),
      ...line("thisMonth", kind?.leftThisMonth, texts.thisMonth),
      ...line("payee", payee?.leftToday, texts.payeeToday),
    ].map((left) => ({ ...left, isOfToday: true as const })),
  ];
}

function payeeLimit(setup: Setup, draft: Draft) {
  const { rail } = TRANSFER_KINDS[kindOf(draft)];
  const { values } = draft;
  const account = rail === null ? values.destination_account : values.destination_account_number;
  const bank = rail === null ? null : values.destination_bank;
  return setup.ownLimits.payees.find(
    ({ bankId, accountNumber }) => accountNumber === account && bankId === bank,
  );
}
