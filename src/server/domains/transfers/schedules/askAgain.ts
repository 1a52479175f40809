import type { PayeeAnswer, PayeeCheck } from "#contract/payeeChecks.ts";
import type { Tx } from "#server/db/db.ts";
import { askSwitch } from "#server/domains/transfers/payeeCheck/checkPayee.ts";
import { writeAnswer } from "#server/domains/transfers/payeeCheck/payeeChecks.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { pauseSchedule } from "./endSchedule.ts";

/** Of whom the other bank is asked again: what the schedule names, the bank's name at the switch, what was told. */
export type ToAsk = {
  intent: Record<string, string>;
  bic: string | null;
  told: PayeeAnswer | null;
};

/** After so many questions in a row that a bank did not answer a run asks it no more: its days would come late. */
const MOST_SILENT = 3;
/** What a run of the worker keeps of its questions: how many each bank left unanswered in a row. */
export type Asking = { silent: Map<string, number> };

/**
 * Asks the other bank the day before money goes there by itself whether the account is still in the name that the member
 * gave. Answers what it says where that is another name and the member was not told so before; silence, and a bank that
 * takes no part, keep nobody from sending, as with an order that goes now. Outside any transaction.
 */
export async function askAgain(
  app: App,
  asking: Asking,
  { intent, bic, told }: ToAsk,
): Promise<PayeeCheck | undefined> {
  const { destination_account_number: accountNumber, destination_account_name: accountName } =
    intent;
  if (accountNumber === undefined || accountName === undefined) return undefined;
  if (told === "none" || bic === null) return undefined;
  const silent = asking.silent.get(bic) ?? 0;
  if (silent >= MOST_SILENT) return undefined;
  const answer = await askSwitch(app, { accountNumber, accountName }, bic);
  asking.silent.set(bic, answer === undefined ? silent + 1 : 0);
  return answer?.answer === "none" ? answer : undefined;
}

/** Pauses a schedule, which the caller has locked, whose payee has another name now; the answer stays with it. */
export async function pauseForName(
  tx: Tx,
  found: PayeeCheck,
  of: { id: bigint; memberId: bigint; intent: Record<string, string>; at: Date },
): Promise<void> {
  const { id, memberId, intent, at } = of;
  const checkId = await writeAnswer(tx, {
    ...found,
    memberId,
    bankId: BigInt(intent["destination_bank"] ?? ""),
    accountNumber: intent["destination_account_number"] ?? "",
    accountName: intent["destination_account_name"] ?? "",
    at,
  });
  await pauseSchedule(tx, { id, pausedFor: "payee_name" });
  await tx
    .updateTable("transfer_schedule")
    .set({ payee_check_id: checkId })
    .where("id", "=", id)
    .execute();
  await audit(tx, {
    at,
    actorKind: "system",
    actor: "schedules",
    action: "pause_schedule",
    object: `schedule:${id}`,
    correlationId: `schedule-${id}`,
    detail: { payeeCheck: String(checkId), answer: found.answer },
  });
}
