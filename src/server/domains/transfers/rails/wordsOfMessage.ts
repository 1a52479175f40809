import { isBatched, type Rail } from "#contract/transferKinds.ts";
import type { RailMessage, SaidOfOne } from "#server/platform/gateways/rails/railMessage.ts";
import type { RailWord } from "./railStates.ts";
import { reasonOutcome } from "./reasonWords.ts";
import type { Said } from "./takeWord.ts";

/** What a message says of single transfers, word by word. */
export type WordOfOne = Pick<
  Said,
  "refNo" | "word" | "reasonCode" | "amount" | "accountNumber" | "bankBic"
>;

/** The words of a message about single transfers. What says nothing new ('nobody knows yet') has none. */
export function wordsOfMessage(rail: Rail, message: RailMessage): WordOfOne[] {
  if (message.kind === "return") {
    return message.transfers.map(({ reasonCodes, ...one }) => ({
      ...one,
      word: "return",
      reasonCode: reasonCodes[0],
    }));
  }
  return message.transfers.flatMap(({ refNo, status, reasonCodes, ...one }) => {
    const word = wordOf(rail, status, reasonCodes);
    const { amount, accountNumber, bankBic } = one;
    const reasonCode = word === "hold" ? HELD : reasonCodes[0];
    return word === undefined ? [] : [{ refNo, word, reasonCode, amount, accountNumber, bankBic }];
  });
}

/** The reason of a transfer that another bank holds for a check. */
const HELD = "DS06";

/**
 * PESONet's no comes after the settlement, so it is a return (docs/rails.md). A no whose reason is that
 * somebody did not answer in time (AB01, AB05 …) says nothing about the money.
 */
function wordOf(
  rail: Rail,
  status: SaidOfOne["status"],
  reasonCodes: readonly string[],
): RailWord | undefined {
  switch (status) {
    case "ACSC":
    case "ACCC":
      return "credit";
    case "ACTC":
    case "ACSP":
      return "ack";
    case "PDNG":
      return reasonCodes.includes(HELD) ? "hold" : undefined;
    case "RJCT":
      if (reasonCodes.some((code) => reasonOutcome(rail, code) === "timeout")) return undefined;
      return isBatched(rail) ? "return" : "reject";
  }
}
