import { type DocumentName, documentVersions } from "#contract/documents.ts";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import {
  isMadeOf,
  refuseShortAlone,
  refuseWeakPassword,
} from "#server/platform/passwords/passwordRules.ts";
import { hashPassword, hashQueue } from "#server/platform/passwords/passwords.ts";
import { knownDeviceKey } from "#server/domains/access/auth/devices.ts";
import type { Browser } from "#server/domains/access/auth/startSession.ts";
import { usernameKey } from "#server/domains/members/usernameKey.ts";
import type { Tx } from "#server/db/db.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { noticeText } from "#server/platform/messages/noticeTexts.ts";
import { queueSms } from "#server/platform/messages/queueSms.ts";
import type { CodeWaitedFor } from "#server/domains/otp/issueCode.ts";
import { keepOrUndo } from "#server/domains/otp/keepOrUndo.ts";
import { openChallenge } from "#server/domains/access/challenge/openChallenge.ts";
import { asLanguage, NOBODY } from "#server/domains/access/challenge/challengeCode.ts";
import { takeText } from "#server/domains/otp/smsBudget.ts";
import { Refusal } from "#server/refusal.ts";
import { countWithin } from "#server/platform/base/throttle.ts";
import { findOnTheBooks, type OnTheBooks } from "./findApplicant.ts";
import {
  mayTellMissingMobile,
  noticeOfClosed,
  refuseProbing,
} from "#server/domains/access/challenge/probing.ts";

export type SignUpForm = {
  membershipNo: string;
  username: string;
  password: string;
  /** The versions of the texts that the member had before them. */
  agreed: Record<DocumentName, string>;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Takes the form of a sign-up and sends a code to the number on file; the account is made when the code is
 * right (completeSignUp). A number that nobody has, or whose member may not join, is answered in the same
 * way; only a member without a mobile number is told so, as row B07 wants it, until the source has
 * heard of as many as it may (probing.ts).
 */
export async function signUp(
  app: App,
  browser: Browser & { language: Language },
  form: SignUpForm,
): Promise<CodeWaitedFor> {
  const { membershipNo, username, password, agreed } = form;
  const { source, cookies } = browser;
  const knownAs = async () => {
    const { guid: memberGuid = NOBODY.guid } = (await findOnTheBooks(app.db, membershipNo)) ?? {};
    return knownDeviceKey(app, { cookies, memberGuid });
  };
  await spendCall(app, { kind: "signUp", source, knownAs });
  if (agreed.privacy !== documentVersions.privacy || agreed.terms !== documentVersions.terms) {
    throw new Refusal("documents_changed");
  }
  await refuseProbing(app, source);
  // Names, number and birth date are not told to who may be a stranger; they are looked at when the code is right.
  const words = { username, membershipNo, birthDate: null, knownBy: [] };
  refuseShortAlone(app, password, "password");
  await refuseWeakPassword(password, words, "password");
  await refuseTakenUsername(app, username);
  const found = await findOnTheBooks(app.db, membershipNo);
  if (found?.mayJoin && found.mobileNumber === null) {
    if (await mayTellMissingMobile(app, source)) throw new Refusal("mobile_missing");
  }
  const notice = await noticeOfClosed(app, browser);
  const passwordHash = await hashQueue(app).run(() => hashPassword(app.secrets, password));
  const draft = {
    username,
    username_key: usernameKey(username),
    password_hash: passwordHash,
    password_is_personal: await isMadeOf(password, found ?? words),
    privacy_version: agreed.privacy,
    terms_version: agreed.terms,
    agreed_at: app.now(),
  };
  return openChallenge(app, browser, {
    purpose: "signup",
    asked: membershipNo,
    mobileNumber: found?.mobileNumber,
    member: addresseeFor(found),
    notice,
    keep: async (tx, pinId) => {
      await tx
        .insertInto("sign_up_draft")
        .values({ pin_id: pinId, ...draft })
        .onConflict((same) => same.column("pin_id").doUpdateSet(draft))
        .execute();
      await keepOrUndo(tx, () => tellAccountExists(tx, app, found));
    },
  });
}

function addresseeFor(found: OnTheBooks | undefined) {
  if (!found?.mayJoin || found.mobileNumber === null) return undefined;
  const { id, guid, mobileNumber, language } = found;
  return { id, guid, mobileNumber, language: asLanguage(language) };
}

/** What is free now may be taken when the code is right: then the username's own constraint decides. */
async function refuseTakenUsername(app: App, username: string): Promise<void> {
  const taken = await app.db
    .selectFrom("member")
    .select("id")
    .where("username_key", "=", usernameKey(username))
    .executeTakeFirst();
  if (taken) throw new Refusal("username_taken", { param: "username" });
}

/**
 * Instead of a code, and at most once a day: a member who forgot, or whom somebody wants to be. False when
 * there is nothing to tell, and everything it did is to be undone.
 */
async function tellAccountExists(
  tx: Tx,
  app: App,
  found: OnTheBooks | undefined,
): Promise<boolean> {
  const at = app.now();
  const { id = 0n, mobileNumber = null, language = "en" } = found ?? {};
  const told = { scope: "account_exists_told", key: String(id), limit: 1, at };
  const isFirst = (await countWithin(tx, { ...told, window: "1 day" })) === 0;
  const isWanted = found?.hasAccount === true && mobileNumber !== null && isFirst;
  const wait = await takeText(tx, app, { isWanted, isKnownDevice: false });
  await queueSms(tx, app, {
    kind: "notice",
    purpose: "account_exists",
    memberId: found?.id ?? null,
    to: mobileNumber ?? "+639000000000",
    text: await noticeText(tx, "account_exists", asLanguage(language)),
    expiresAt: new Date(at.getTime() + DAY_MS),
  });
  return isWanted && wait === 0;
}
