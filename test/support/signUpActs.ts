import { verifyOtp } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import { agreedFields, signUp } from "#contract/signUp.ts";
import type { Browser, Client } from "./browser.ts";

export const SIGN_UP_PASSWORD = "a long walk to Baguio";

/** What the test says about the form; everything else is right. */
export type SignUpForm = { username?: string; password?: string };

let lastName = 0;

/** A username nobody has yet. */
export const freshName = () => `newcomer.${(lastName += 1)}`;

/** Sends the sign-up form. */
export function signUpAs(client: Client, number: string, form: SignUpForm, browser: Browser) {
  const password = form.password ?? SIGN_UP_PASSWORD;
  const body = {
    [memberNumberField]: number,
    username: form.username ?? freshName(),
    password,
    confirm_password: password,
    ...agreedFields,
  };
  return client.call(signUp, { body }, browser);
}

/** Sends the form where nothing is wrong with it. */
export async function startSignUp(
  client: Client,
  number: string,
  form: SignUpForm,
  browser: Browser,
) {
  const answer = await signUpAs(client, number, form, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

/** Enters a code on the screen that the form led to. */
export function enterCode(
  client: Client,
  { guid, pinId }: { guid: string; pinId: string },
  pin: string,
  browser: Browser,
  source?: string,
) {
  // A world that trusts its proxy takes it for the caller's address.
  const how = source === undefined ? {} : { headers: { "x-forwarded-for": source } };
  return client.call(verifyOtp, { body: { memberGuid: guid, pinId, pin } }, browser, how);
}
