import type { Rail } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import type { SignedAnswer } from "#server/platform/http/receiveSigned.ts";
import { answerOf, noOf } from "./answers.ts";
import { findInward } from "./inwardRow.ts";

/** Answers how a transfer to us stands; that we never saw it means that it may be sent again. */
export async function answerInquiry(
  app: App,
  rail: Rail,
  asked: { senderBank: string; txId: string },
): Promise<SignedAnswer> {
  const row = await findInward(app.db, { rail, ...asked });
  return row === undefined ? noOf("TRANSFER_NOT_FOUND") : answerOf(app, row);
}
