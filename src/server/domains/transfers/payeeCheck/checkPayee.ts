import { railText } from "#common/railText.ts";
import { judgePayee } from "#common/payeeName/judgePayee.ts";
import type { PayeeCheck } from "#contract/payeeChecks.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { nameQuestion, readNameAnswer } from "#server/platform/gateways/rails/nameChecks.ts";
import { isRailOpen } from "#server/platform/status/readAway.ts";
import { Refusal } from "#server/refusal.ts";
import { CHECKING_RAIL } from "./checkingRail.ts";
import {
  findAnswer,
  holderOf,
  keepAnswer,
  keepKnowing,
  type PayeeQuestion,
  spendQuestion,
  switchNameOf,
} from "./payeeChecks.ts";

const UNAVAILABLE: PayeeCheck = { answer: "unavailable", told: "" };

/**
 * Asks the other bank, through the switch, whether the account is in this name; the same question again within
 * the hour is answered from what is kept. A bank that takes no part, silence and whatever is no answer are
 * 'unavailable', which keeps nobody from sending. `isKnown`: the member sends all the same. Refuses bank_unknown
 * and, beyond the budget of the member or the session, too_many_requests.
 */
export async function checkBankPayee(
  app: App,
  caller: Caller,
  { isKnown, ...asked }: PayeeQuestion & { bankId: bigint; isKnown: boolean },
): Promise<PayeeCheck> {
  const known = await findAnswer(app, caller, asked);
  const kept = known ?? (await askAndKeep(app, caller, asked));
  if (isKnown) await keepKnowing(app, caller, asked, kept);
  return { answer: kept.answer, told: kept.told };
}

/** Whose card account of ours it is, as little of the name as tells it. Refuses too_many_requests. */
export async function checkCardPayee(
  app: App,
  caller: Caller,
  accountNumber: string,
): Promise<PayeeCheck> {
  const asked = { bankId: null, accountNumber, accountName: "" };
  const known = await findAnswer(app, caller, asked);
  if (known !== undefined) return { answer: known.answer, told: known.told };
  await spendQuestion(app, caller, "card");
  const told = await holderOf(app, caller, accountNumber);
  const answer: PayeeCheck = told === undefined ? UNAVAILABLE : { answer: "told", told };
  await keepAnswer(app, caller, asked, answer);
  return answer;
}

async function askAndKeep(app: App, caller: Caller, asked: PayeeQuestion & { bankId: bigint }) {
  const bic = await switchNameOf(app, asked.bankId);
  if (bic === undefined) throw new Refusal("bank_unknown");
  await spendQuestion(app, caller, "bank");
  return keepAnswer(app, caller, asked, (await askSwitch(app, asked, bic)) ?? UNAVAILABLE);
}

/** Outside any transaction. Undefined where the switch was asked and said nothing. */
export async function askSwitch(
  app: App,
  { accountNumber, accountName }: Omit<PayeeQuestion, "bankId">,
  bic: string | null,
): Promise<PayeeCheck | undefined> {
  if (bic === null || railText(accountName) === undefined) return UNAVAILABLE;
  if (!(await isRailOpen(app, CHECKING_RAIL))) return UNAVAILABLE;
  const id = `NC${app.random.uuid().replaceAll("-", "")}`;
  const question = { id, bankBic: bic, accountNumber, accountName };
  const sender = { participant: app.config.RAIL_PARTICIPANT, at: app.now() };
  const bytes = await app.instapay.verify(nameQuestion(question, sender));
  if (bytes === undefined) return undefined;
  const told = readNameAnswer(bytes, question);
  return told === undefined ? UNAVAILABLE : judgePayee(accountName, told);
}
