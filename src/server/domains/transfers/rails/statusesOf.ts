import { isBatched, type Rail } from "#contract/transferKinds.ts";
import type {
  RailMessage,
  TransactionReport,
} from "#server/platform/gateways/rails/railMessage.ts";
import type { RailStatus } from "./railStates.ts";
import { reasonOutcome } from "./reasonText.ts";
import type { RailStatusReport } from "./applyStatusReport.ts";

/** The status that a message reports for one transfer. */
export type StatusOfOne = Pick<
  RailStatusReport,
  "refNo" | "status" | "reasonCode" | "amount" | "accountNumber" | "bankBic"
>;

/** The statuses of single transfers in a message. One that reports nothing new (still pending) has none. */
export function statusesOf(rail: Rail, message: RailMessage): StatusOfOne[] {
  if (message.kind === "return") {
    return message.transfers.map(({ reasonCodes, ...one }) => ({
      ...one,
      status: "return",
      reasonCode: reasonCodes[0],
    }));
  }
  return message.transfers.flatMap(({ refNo, status: code, reasonCodes, ...one }) => {
    const status = statusOf(rail, code, reasonCodes);
    const { amount, accountNumber, bankBic } = one;
    const reasonCode = status === "hold" ? HELD : reasonCodes[0];
    return status === undefined
      ? []
      : [{ refNo, status, reasonCode, amount, accountNumber, bankBic }];
  });
}

/** The reason code of a transfer that another bank holds for a check. */
const HELD = "DS06";

/**
 * A rejection over PESONet comes after the settlement, so it is a return (docs/rails.md). A rejection because
 * somebody did not answer in time (AB01, AB05 …) says nothing about the money.
 */
function statusOf(
  rail: Rail,
  status: TransactionReport["status"],
  reasonCodes: readonly string[],
): RailStatus | undefined {
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
