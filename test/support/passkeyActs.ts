import { sendOtp, verifyOtp } from "#contract/auth.ts";
import type { CallInput } from "#contract/endpoint.ts";
import {
  addPasskey,
  approveWithPasskey,
  askForPasskey,
  askPasskeyApproval,
  askPasskeySignIn,
  signInWithPasskey,
} from "#contract/passkeys.ts";
import { type Authenticator, makeAuthenticator, type Manner } from "./authenticator.ts";
import { type Browser, newBrowser } from "./browser.ts";
import type { TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";

type Who = { member: TestMember; browser: Browser };
type Intent = CallInput<typeof sendOtp>["body"]["intent"];

/** A code for exactly this, read on the phone and entered. */
export async function approveByText(world: World, { member, browser }: Who, intent: Intent) {
  const sent = await world.call(sendOtp, { body: { memberGuid: member.guid, intent } }, browser);
  if (!sent.status) throw new Error(`send: ${sent.code} ${sent.message}`);
  const { pinId } = sent.result;
  const code = { pinId, pin: await world.codeFor(member) };
  const body = { memberGuid: member.guid, ...code };
  const verified = await world.call(verifyOtp, { body }, browser);
  if (!verified.status) throw new Error(`verify: ${verified.message}`);
  return code;
}

/** What a passkey is asked to sign for this. Throws when it is refused. */
export async function askToSign(world: World, { member, browser }: Who, intent: Intent) {
  const body = { memberGuid: member.guid, intent };
  const asked = await world.call(askPasskeyApproval, { body }, browser);
  if (!asked.status) throw new Error(`challenge: ${asked.code} ${asked.message}`);
  return asked.result;
}

/** The passkey's word to an approval, as the browser brings it. */
export function bringSigned(
  world: World,
  browser: Browser,
  pinId: string,
  assertion: ReturnType<Authenticator["get"]>,
) {
  return world.call(approveWithPasskey, { body: { pinId, assertion } }, browser);
}

/** Asked, signed and taken: the proof that goes with the order. */
export async function approveByPasskey(
  world: World,
  who: Who & { authenticator: Authenticator },
  intent: Intent,
  manner: Manner = {},
): Promise<{ pinId: string; pin: string }> {
  const { pinId, options } = await askToSign(world, who, intent);
  const signed = who.authenticator.get(options, manner);
  const answer = await bringSigned(world, who.browser, pinId, signed);
  if (!answer.status) throw new Error(`approve: ${answer.code} ${answer.message}`);
  return answer.result;
}

/** Tries to add a passkey with this approval, as the page does. */
export async function tryToAdd(
  world: World,
  { member, browser }: Who,
  code: { pinId: string; pin: string },
  made: { authenticator: Authenticator; name?: string; manner?: Manner },
) {
  const params = { guid: member.guid };
  const asked = await world.call(askForPasskey, { params, body: { pinId: code.pinId } }, browser);
  if (!asked.status) return asked;
  const registration = made.authenticator.create(asked.result, made.manner);
  const body = { ...code, name: made.name ?? "Phone", registration };
  return world.call(addPasskey, { params, body }, browser);
}

/** A passkey of this member, added with a code by text, or with the passkey that they have. */
export async function givePasskey(
  world: World,
  who: Who,
  options: { isSynced?: boolean; name?: string; by?: Authenticator } = {},
): Promise<{ authenticator: Authenticator; id: string }> {
  const authenticator = makeAuthenticator(options);
  const intent = { kind: "add_passkey" as const };
  const code =
    options.by === undefined
      ? await approveByText(world, who, intent)
      : await approveByPasskey(world, { ...who, authenticator: options.by }, intent);
  const answer = await tryToAdd(world, who, code, { authenticator, ...options });
  if (!answer.status) throw new Error(`add: ${answer.code} ${answer.message}`);
  return { authenticator, id: answer.result.id };
}

/** A new pause is over: the passkey is no longer new. */
export async function endPause(world: World, member: TestMember): Promise<void> {
  await world.app.db
    .updateTable("member")
    .set({ paused_until: null })
    .where("id", "=", member.id)
    .execute();
}

/** Signs in with a passkey, in a browser of its own unless one is given. */
export async function signInBy(
  world: Pick<World, "call">,
  authenticator: Authenticator,
  { browser = newBrowser(), manner = {} }: { browser?: Browser; manner?: Manner } = {},
) {
  const asked = await world.call(askPasskeySignIn, { body: {} }, browser);
  if (!asked.status) throw new Error(`options: ${asked.message}`);
  const assertion = authenticator.get(asked.result.options, manner);
  const answer = await world.call(signInWithPasskey, { body: { assertion } }, browser);
  if (answer.status) Object.assign(browser, answer.result);
  return { answer, browser, assertion };
}
