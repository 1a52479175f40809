import type { RailMessage, SaidOfOne } from "#server/gateways/rails/inMessages.ts";
import type { Rail } from "./railRecipes.ts";
import type { RailWord } from "./railStates.ts";
import { reasonOutcome } from "./reasonWords.ts";
import type { Said } from "./takeWord.ts";

/** What a message says of single transfers, word by word. */
export type WordOfOne = Pick<Said, "refNo" | "word" | "reasonCode" | "amount" | "accountNumber">;

/** The words of a message about single transfers. What says nothing new ('nobody knows yet') has none. */
export function wordsOfMessage(rail: Rail, message: RailMessage): WordOfOne[] {
  if (message.kind === "return") {
    return message.transfers.map(({ refNo, amount, reasonCode, accountNumber }) => ({
      refNo,
      word: "return",
      reasonCode,
      amount,
      accountNumber,
    }));
  }
  return message.transfers.flatMap((one) => {
    const word = wordOf(rail, one);
    return word === undefined ? [] : [{ ...one, word }];
  });
}

/**
 * PESONet's no comes after the settlement, so it is a return (docs/rails.md). A no whose reason is that
 * somebody did not answer in time (AB01, AB05 …) says nothing about the money.
 */
function wordOf(rail: Rail, { status, reasonCode }: SaidOfOne): RailWord | undefined {
  const outcome = reasonCode === undefined ? undefined : reasonOutcome(rail, reasonCode);
  switch (status) {
    case "ACSC":
    case "ACCC":
      return "credit";
    case "ACTC":
    case "ACSP":
      return "ack";
    case "PDNG":
      return reasonCode === "DS06" ? "hold" : undefined;
    case "RJCT":
      if (outcome === "timeout") return undefined;
      return rail === "instapay" ? "reject" : "return";
  }
}
