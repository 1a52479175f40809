import {
  addStaffPasskey,
  askForStaffPasskey,
  askStaffPasskey,
  staffLoginWithPasskey,
} from "#contract/staff/passkeys.ts";
import { type Authenticator, makeAuthenticator, type Manner } from "./authenticator.ts";
import { type Browser, newBrowser } from "./browser.ts";
import type { TestStaff } from "./makeStaff.ts";
import type { World } from "./makeWorld.ts";

type Calls = Pick<World, "call">;

/** The step of adding one, password and code shown. Throws when it is refused. */
export async function askToMake(staff: TestStaff) {
  const body = { current_password: staff.password, code: staff.nextCode() };
  const asked = await staff.call(askForStaffPasskey, { body });
  if (!asked.status) throw new Error(`options: ${asked.code} ${asked.message}`);
  return asked.result;
}

/** A passkey of this person, added as the page does. */
export async function giveStaffPasskey(
  staff: TestStaff,
  options: { isSynced?: boolean; name?: string; authenticator?: Authenticator } = {},
): Promise<{ authenticator: Authenticator; id: string }> {
  const { name = "Work phone", authenticator = makeAuthenticator(options) } = options;
  const { step, options: toMake } = await askToMake(staff);
  const registration = authenticator.create(toMake);
  const answer = await staff.call(addStaffPasskey, { body: { step, name, registration } });
  if (!answer.status) throw new Error(`add: ${answer.code} ${answer.message}`);
  return { authenticator, id: answer.result.id };
}

/** What is to be signed at a sign-in under this username. */
export async function askToSignIn(world: Calls, username: string) {
  const asked = await world.call(askStaffPasskey, { body: { username } }, newBrowser());
  if (!asked.status) throw new Error(`options: ${asked.code} ${asked.message}`);
  return asked.result;
}

/** The form of the sign-in with what a passkey signed, as the page sends it. */
export function passkeyLogin(
  staff: { username: string; password: string },
  step: string,
  { id, response }: ReturnType<Authenticator["get"]>,
) {
  return {
    username: staff.username,
    password: staff.password,
    step,
    credential_id: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  };
}

/** Signs in with username, password and a passkey, in a browser of its own unless one is given. */
export async function signInStaffBy(
  world: Calls,
  staff: { username: string; password: string },
  authenticator: Authenticator,
  { browser = newBrowser(), manner = {} }: { browser?: Browser; manner?: Manner } = {},
) {
  const { step, options } = await askToSignIn(world, staff.username);
  const body = passkeyLogin(staff, step, authenticator.get(options, manner));
  const answer = await world.call(staffLoginWithPasskey, { body }, browser);
  if (answer.status) Object.assign(browser, answer.result);
  return { answer, browser, body };
}
