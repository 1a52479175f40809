import {
  changePin,
  generateCvv,
  getPinKey,
  lockCard,
  resetPin,
  revealCvv,
  setLockEnd,
  setPurchaseTexts as setPurchaseTextsCall,
  setCardUse,
  setWithdrawalLimit,
  unlockCard,
} from "#contract/cardSettings.ts";
import { replaceLostCard, reportLostCard } from "#contract/cardLoss.ts";
import type { App } from "#server/platform/app.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { stepUpOf } from "#server/domains/otp/stepUpOf.ts";
import { replaceLostCard as orderReplacement } from "./loss/replaceLostCard.ts";
import { reportLostCard as blockLostCard } from "./loss/reportLostCard.ts";
import { generateOwnCvv } from "./cvv/generateOwnCvv.ts";
import { revealOwnCvv } from "./cvv/revealOwnCvv.ts";
import { setOwnLimit } from "./withdrawalLimit/setOwnLimit.ts";
import { lockOwnCard } from "./lock/lockOwnCard.ts";
import { setLockEnd as endLockAt } from "./lock/setLockEnd.ts";
import { changeOwnPin } from "./pin/changeOwnPin.ts";
import { resetOwnPin } from "./pin/resetOwnPin.ts";
import { readPinKey } from "./pin/readPinKey.ts";
import { setOwnUse } from "./uses/setOwnUse.ts";
import { setPurchaseTexts } from "./purchaseTexts/setPurchaseTexts.ts";

/** The portal shows this as it comes (row U06). */
const newCvv = {
  en: "Your card has a new CVV. You can see it once in Card Settings.",
  fil: "May bagong CVV ang inyong card. Isang beses ninyo itong makikita sa Ayusin ang Card.",
};

export const cardSettingsRoutes: Route[] = [
  onMemberCall(getPinKey, async ({ app }) => ({ result: await readPinKey(app) })),
  onMemberCall(lockCard, async ({ app, caller }) => {
    await lockOwnCard(app, caller, "lock");
    return { message: "Successfully locked the card" };
  }),
  onMemberCall(unlockCard, async ({ app, caller }) => {
    await lockOwnCard(app, caller, "unlock");
    return { message: "Successfully unlocked the card" };
  }),
  onMemberCall(changePin, async ({ app, caller, body }) => {
    await changeOwnPin(app, caller, { currentPin: body.current_pin, newPin: body.new_pin });
    return { message: "Successfully changed ATM PIN" };
  }),
  onMemberCall(setLockEnd, async ({ app, caller, body }) => {
    const endsAt = await endLockAt(app, caller, body.ends);
    return { result: { lockEndsAt: endsAt?.toISOString() ?? null } };
  }),
  onMemberCall(resetPin, async ({ app, caller, body, cookies }) => {
    const { visa_card_no: number, new_pin: newPin, pinId, pin } = body;
    const code = { pinId, pin, browserHash: browserHash(app, cookies) };
    await resetOwnPin(app, caller, { number, newPin, code });
    return { message: "Successfully changed ATM PIN" };
  }),
  onMemberCall(generateCvv, async ({ app, caller, body }) => {
    await generateOwnCvv(app, caller, body.visa_card_no);
    return { message: newCvv[caller.language] };
  }),
  onMemberCall(revealCvv, async ({ app, caller, body, cookies }) => {
    const { public_key: publicKey, pinId, pin } = body;
    const code = { pinId, pin, browserHash: browserHash(app, cookies) };
    return { result: { sealed: await revealOwnCvv(app, caller, { publicKey, code }) } };
  }),
  onMemberCall(setCardUse, async ({ app, caller, body }) => {
    await setOwnUse(app, caller, { use: body.use, isOn: body.position === "on" });
    return {};
  }),
  onMemberCall(reportLostCard, async ({ app, caller, body }) => ({
    result: await blockLostCard(app, caller, body.cause),
  })),
  onMemberCall(replaceLostCard, async ({ app, caller, body, cookies }) => {
    const wanted =
      body.card === "generic"
        ? ({ kind: "generic" } as const)
        : ({
            kind: "personalized",
            officeId: BigInt(body.office_id || "0"),
            chosenName: body.printed_name,
          } as const);
    const { pinId, pin } = body;
    const code = { pinId, pin, browserHash: browserHash(app, cookies) };
    return { result: await orderReplacement(app, caller, { wanted, code }) };
  }),
  onMemberCall(setPurchaseTextsCall, async ({ app, caller, body }) => {
    await setPurchaseTexts(app, caller, body.text_from);
    return {};
  }),
  onMemberCall(setWithdrawalLimit, async ({ app, caller, body, cookies }) => {
    const { transaction_limit: amount, pinId, pin } = body;
    const code = stepUpOf(app, cookies, { pinId, pin });
    return { result: await setOwnLimit(app, caller, { amount, code }) };
  }),
];

/** A code counts in the browser of the session that asked for it. */
function browserHash(app: App, cookies: Record<string, string>): Buffer {
  return sha256(cookies[cookieNames(app.config).session] ?? "");
}
