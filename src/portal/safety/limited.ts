import {
  type KindLimits,
  type LimitSpan,
  NEW_PAYEE,
  type OwnLimit,
  type OwnLimits,
  type PayeeLimit,
} from "#contract/ownLimits.ts";

/** What limits are of, as the page shows it and the calls name it: a kind of transfer, a payee, or any new payee. */
export type Limited = {
  /** As the calls name it. */
  limit: string;
  name: string;
  of: Partial<Record<LimitSpan, OwnLimit>>;
  /** What is left of a limit, in centavos; undefined where there is none. */
  left: (span: LimitSpan) => bigint | undefined;
};

export function ofKind(
  { kind, transfer, day, month, sentToday, sentThisMonth }: KindLimits,
  name: string,
): Limited {
  const sent = { transfer: 0n, day: sentToday, month: sentThisMonth };
  const of = { transfer, day, month };
  return {
    limit: kind,
    name,
    of,
    left: (span) => leftOf(of[span], sent[span]),
  };
}

export function ofPayee({ recipientId, day, sentToday }: PayeeLimit, name: string): Limited {
  return {
    limit: recipientId,
    name,
    of: { day },
    left: (span) => (span === "day" ? leftOf(day, sentToday) : undefined),
  };
}

/** What a transfer to a new payee may be without a passkey. */
export const ofNewPayee = (transfer: OwnLimit, name: string): Limited => ({
  limit: NEW_PAYEE,
  name,
  of: { transfer },
  left: () => undefined,
});

function leftOf({ amount }: OwnLimit, sent: bigint): bigint | undefined {
  if (amount === null) return undefined;
  return amount > sent ? amount - sent : 0n;
}

/** Whether there is such a limit, or will be none any more. */
export const isSet = ({ amount, raise }: OwnLimit): boolean => amount !== null || raise !== null;

/** How many limits the member set: of kinds of transfers, of payees, and of new payees. */
export function countSet({ kinds, payees, newPayee }: OwnLimits): number {
  const all = kinds.flatMap(({ transfer, day, month }) => [transfer, day, month]);
  return [...all, ...payees.map(({ day }) => day), newPayee].filter(isSet).length;
}
