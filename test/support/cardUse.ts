import type { CallInput } from "#contract/endpoint.ts";
import { sendOtp, verifyOtp } from "#contract/auth.ts";
import { changePin, generateCvv, getPinKey } from "#contract/cardSettings.ts";
import { requestCvv } from "#contract/cvvReveal.ts";
import { getCardDetails, getProfile } from "#contract/members.ts";
import { sealPin } from "#contract/pinBlock.ts";
import type { App } from "#server/platform/app.ts";
import type { CardIssuer } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import type { Browser } from "./browser.ts";
import { cardNumberOf, type TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";

/** The card settings as the page reads them. */
export async function settingsOf(world: World, { guid }: TestMember, browser: Browser) {
  const answer = await world.call(getCardDetails, { params: { guid } }, browser);
  if (!answer.status) throw new Error(`details: ${answer.code}`);
  return answer.result;
}

export async function profileOf(world: World, { guid }: TestMember, browser: Browser) {
  const answer = await world.call(getProfile, { params: { guid } }, browser);
  if (!answer.status) throw new Error(`profile: ${answer.code}`);
  return answer.result;
}

/** Changes the PIN as the page does: both sealed to the issuer's key. */
export async function enterPins(
  world: World,
  member: TestMember,
  browser: Browser,
  pins: { current: string; next: string },
) {
  const params = { guid: member.guid };
  const key = await world.call(getPinKey, { params }, browser);
  if (!key.status) throw new Error(`key: ${key.code}`);
  const seal = (purpose: "current" | "new", pin: string) =>
    sealPin({ key: key.result, purpose, accountNo: member.cardAccountNo ?? "", pin });
  const body = {
    current_pin: await seal("current", pins.current),
    new_pin: await seal("new", pins.next),
  };
  return world.call(changePin, { params, body }, browser);
}

export function askForCvv(
  world: Pick<World, "call">,
  member: TestMember,
  browser: Browser,
  number = cardNumberOf(member.cardAccountNo ?? ""),
) {
  return world.call(generateCvv, { body: { visa_card_no: number } }, browser);
}

type Intent = CallInput<typeof sendOtp>["body"]["intent"];

/** Asks for a code for this, reads it on the phone and enters it, as the page does. */
export async function approveWith(
  world: World,
  member: TestMember,
  browser: Browser,
  intent: Intent,
): Promise<{ pinId: string; pin: string }> {
  const body = { memberGuid: member.guid, intent };
  const sent = await world.call(sendOtp, { body }, browser);
  if (!sent.status) throw new Error(`send: ${sent.code} ${sent.message}`);
  const { pinId } = sent.result;
  const pin = await world.codeFor(member);
  const entered = { memberGuid: member.guid, pinId, pin };
  const verified = await world.call(verifyOtp, { body: entered }, browser);
  if (!verified.status) throw new Error(`verify: ${verified.message}`);
  return { pinId, pin };
}

/** A page's key pair for one look at the CVV. */
export const newReveal = requestCvv;

/** Counts what reaches the issuer, and lets it through. */
export function countCalls(app: App, name: "changePin" | "generateCvv" | "lock" | "setLimit") {
  const counted = { calls: 0, references: new Set<string>() };
  const real = app.issuer[name].bind(app.issuer) as (order: { reference: string }) => unknown;
  const counting = (order: { reference: string }) => {
    counted.calls += 1;
    counted.references.add(order.reference);
    return real(order);
  };
  // The same call, seen on its way.
  Object.assign(app.issuer, { [name]: counting } as unknown as Partial<CardIssuer>);
  return counted;
}

/** Cards are what the issuer says they are. */
export async function atIssuer(world: World, { cardAccountNo }: TestMember) {
  const card = await world.app.issuer.cardState(`TK${cardAccountNo}`);
  if (card.kind !== "card") throw new Error(card.kind);
  return card;
}
