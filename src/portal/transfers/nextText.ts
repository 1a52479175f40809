import type { TransferDetails, TransferStep } from "#contract/transferDetails.ts";
import type { ReceiptTexts } from "#portal/texts/en/receipt.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import { arrivalText } from "./arrival.ts";
import { backTexts } from "./source.ts";

type Texts = { receipt: ReceiptTexts; transfer: TransferTexts };
type ShownDetails = Pick<
  TransferDetails,
  | "kind"
  | "state"
  | "creditBy"
  | "isCreditDayConfirmed"
  | "isReceived"
  | "steps"
  | "transactionFee"
  | "sourceAccount"
>;

/** What the member may expect of a transfer as it stands at `now`, and no more. */
export function nextText(details: ShownDetails, texts: Texts, now: Date, language: string): string {
  const { receipt, transfer } = texts;
  const { state, kind, creditBy, isReceived } = details;
  if (isReceived) return receipt.received.next;
  const back = backTexts(details, texts);
  if (state === "returned" && back !== undefined) return back.returned;
  if (state === "credited" || state === "returned") return transfer.receipt.next[kind][state];
  // Credited after all while it was going back: whose money it is has still to be found out.
  if (has(details, "credited_late")) return receipt.unknown;
  if (has(details, "giving_back")) return back?.goingBack ?? receipt.next.goingBack;
  if (has(details, "held")) return receipt.next.held;
  if (state === "unknown") return receipt.unknown;
  const underWay = underWayText(details, transfer);
  // A moment that has passed is no promise any more.
  if (creditBy === null || new Date(creditBy) <= now) return underWay;
  const isConfirmed = details.isCreditDayConfirmed;
  const arrival = arrivalText({ at: new Date(creditBy), isConfirmed }, now, transfer, language);
  return `${isConfirmed ? receipt.creditBy(arrival) : receipt.creditExpected(arrival)} ${underWay}`;
}

type UnderWay = { underWay: string; batched?: string; cleared?: string };

/** What was withdrawn from a batch waits for the next again, whatever its steps say. */
function underWayText(details: ShownDetails, { receipt: { next } }: TransferTexts): string {
  const { kind, state } = details;
  const { batched, cleared, underWay }: UnderWay = next[kind];
  if (state === "accepted") return underWay;
  // Only what goes in batches has words for them.
  return (has(details, "settled") ? cleared : batched) ?? underWay;
}

const has = ({ steps }: ShownDetails, step: TransferStep): boolean =>
  steps.some(({ state }) => state === step);
