import { toDecimal } from "#common/money.ts";
import type { ApprovedAct } from "#contract/approvalPolicy.ts";
import { getPinKey, resetPin, revealCvv, setWithdrawalLimit } from "#contract/cardSettings.ts";
import { replaceLostCard, reportLostCard } from "#contract/cardLoss.ts";
import { acceptLoanOffer, getLoanOffer } from "#contract/loans.ts";
import { lockMoney, releaseLock } from "#contract/moneyLock.ts";
import { setOwnLimit } from "#contract/ownLimits.ts";
import { sealPin } from "#contract/pinBlock.ts";
import { removePasskey } from "#contract/passkeys.ts";
import { beginAutomaticDebit } from "#contract/loanDebits.ts";
import { payOwnLoan } from "#contract/loanPayments.ts";
import { approveCashWithdrawal } from "#contract/cashWithdrawals.ts";
import { askCashWithdrawal } from "#contract/staff/cash.ts";
import { addLoan } from "./addLoan.ts";
import { makeAuthenticator } from "./authenticator.ts";
import { askForCvv, newReveal } from "./cardUse.ts";
import { fileLoan, offerLoan } from "./loanActs.ts";
import { cardNumberOf } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";
import { openDrawer } from "./vaultActs.ts";
import * as acts from "./passkeyActs.ts";

/** A member with a card, savings and, unless said, a passkey, past the pause that it began. */
export async function enterWithPasskey(world: World, { hasPasskey = true } = {}) {
  const member = await world.makeMember({
    savings: 9_000_00n,
    officeId: 1n,
    card: { balance: 5_000_00n },
  });
  const browser = await world.signIn(member);
  const given = hasPasskey ? await acts.givePasskey(world, { member, browser }) : undefined;
  await acts.endPause(world, member);
  // Whoever has none signs with one that nobody knows, and removes one that nobody has.
  const authenticator = given?.authenticator ?? makeAuthenticator();
  return { member, browser, authenticator, passkey: given?.id ?? world.app.random.uuid() };
}
export type WithPasskey = Awaited<ReturnType<typeof enterWithPasskey>>;
export type ApprovedIntent = Parameters<typeof acts.approveByPasskey>[2];
type Prove = (intent: ApprovedIntent) => Promise<{ pinId: string; pin: string }>;

const paramsOf = ({ member }: WithPasskey) => ({ guid: member.guid });

type Doing = (world: World, who: WithPasskey, prove: Prove) => Promise<{ status: boolean }>;

/** Does each act that is no transfer, and proves it the way that is given. */
export const DOING: Record<ApprovedAct, Doing> = {
  async raise_limit(world, { browser }, prove) {
    const amount = "30000.00";
    const body = { transaction_limit: amount, ...(await prove({ kind: "raise_limit", amount })) };
    return world.call(setWithdrawalLimit, { body }, browser);
  },
  async reveal_cvv(world, { member, browser }, prove) {
    await askForCvv(world, member, browser);
    const { publicKey } = await newReveal();
    const body = { public_key: publicKey, ...(await prove({ kind: "reveal_cvv" })) };
    return world.call(revealCvv, { body }, browser);
  },
  async reset_pin(world, { member, browser }, prove) {
    const params = { guid: member.guid };
    const key = await world.call(getPinKey, { params }, browser);
    if (!key.status) throw new Error(key.code);
    const accountNo = member.cardAccountNo ?? "";
    const new_pin = await sealPin({ key: key.result, purpose: "new", accountNo, pin: "271828" });
    const visa_card_no = cardNumberOf(accountNo);
    const body = { visa_card_no, new_pin, ...(await prove({ kind: "reset_pin" })) };
    return world.call(resetPin, { params, body }, browser);
  },
  async replace_card(world, { member, browser }, prove) {
    const params = { guid: member.guid };
    await world.app.db
      .updateTable("card")
      .set({ issuer_customer_id: `CU${member.cardAccountNo}` })
      .where("member_id", "=", member.id)
      .execute();
    await world.call(reportLostCard, { params, body: { cause: "lost" } }, browser);
    const wish = { card: "generic" as const, office_id: "" };
    const proof = await prove({ kind: "replace_card", ...wish, fee: "100.00" });
    return world.call(replaceLostCard, { params, body: { ...wish, ...proof } }, browser);
  },
  async accept_loan(world, { member, browser }, prove) {
    const applicationNo = await fileLoan(world, member, browser, { loan_amount: 300_000 });
    await offerLoan(world.app, applicationNo, { principal: 300_000_00n, months: 36 });
    const params = { guid: member.guid, applicationNo };
    const offer = await world.call(getLoanOffer, { params }, browser);
    if (!offer.status) throw new Error(offer.message);
    const { version, principal, months, netProceeds } = offer.result;
    const proof = await prove({
      kind: "accept_loan",
      applicationNo,
      version: String(version),
      principal: toDecimal(principal),
      months: String(months),
      netProceeds: toDecimal(netProceeds),
    });
    return world.call(acceptLoanOffer, { params, body: { version, ...proof } }, browser);
  },
  async raise_own_limit(world, who, prove) {
    const params = paramsOf(who);
    const wish = { limit: "pesonet", span: "day" as const, amount: "300.00" };
    await world.call(setOwnLimit, { params, body: wish }, who.browser);
    const higher = { ...wish, amount: "500.00" };
    const body = { ...higher, ...(await prove({ kind: "raise_own_limit", ...higher })) };
    return world.call(setOwnLimit, { params, body }, who.browser);
  },
  async release_lock(world, who, prove) {
    const params = paramsOf(who);
    const money = { accountNumber: who.member.accountNumbers.savings ?? "", amount: "100.00" };
    const idempotencyKey = "every-act-lock";
    await world.call(lockMoney, { params, body: money }, who.browser, { idempotencyKey });
    const body = { ...money, ...(await prove({ kind: "release_lock", ...money })) };
    return world.call(releaseLock, { params, body }, who.browser);
  },
  async pay_loan(world, who, prove) {
    const loanNo = await addLoan(world, who.member);
    const accountNumber = who.member.accountNumbers.savings ?? "";
    const money = { accountNumber, amount: "100.00", pays: "part" as const };
    const body = { ...money, ...(await prove({ kind: "pay_loan", loanNo, ...money })) };
    const params = { ...paramsOf(who), loanNo };
    const idempotencyKey = "every-act-payment";
    return world.call(payOwnLoan, { params, body }, who.browser, { idempotencyKey });
  },
  async automatic_debit(world, who, prove) {
    const loanNo = await addLoan(world, who.member);
    const accountNumber = who.member.accountNumbers.savings ?? "";
    const proof = await prove({ kind: "automatic_debit", loanNo, accountNumber });
    const params = { ...paramsOf(who), loanNo };
    const body = { accountNumber, ...proof };
    return world.call(beginAutomaticDebit, { params, body }, who.browser);
  },
  async cash_withdrawal(world, who, prove) {
    const accountNumber = who.member.accountNumbers.savings ?? "";
    const teller = await world.makeStaff({ role: "teller", officeId: 1n });
    const counts = [{ denomination: 100000 as const, pieces: 5 }];
    await openDrawer(world, teller, counts);
    const body = { accountNumber, amount: "100.00" };
    // Who has neither number nor passkey, or whose act is an office's, is not asked at all.
    const asked = await teller.call(askCashWithdrawal, { body });
    if (!asked.status) throw new Error(asked.code);
    const { withdrawalId } = asked.result;
    const proof = await prove({ kind: "cash_withdrawal", withdrawalId, ...body });
    const params = { ...paramsOf(who), withdrawalId };
    return world.call(approveCashWithdrawal, { params, body: proof }, who.browser);
  },
  async add_passkey(world, who, prove) {
    const made = { authenticator: makeAuthenticator(), name: "Second" };
    return acts.tryToAdd(world, who, await prove({ kind: "add_passkey" }), made);
  },
  async remove_passkey(world, who, prove) {
    const params = { ...paramsOf(who), id: who.passkey };
    const body = await prove({ kind: "remove_passkey", passkey: who.passkey });
    return world.call(removePasskey, { params, body }, who.browser);
  },
};
