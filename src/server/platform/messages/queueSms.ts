import { maskMobile } from "#common/mask.ts";
import { toGsm } from "#common/gsm.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { bindToOrigin } from "./bindToOrigin.ts";
import { numberHmac } from "./numberHmac.ts";
import { sealText, type TextToSend } from "./outboxText.ts";

/** A text and what it is about; operators and auditors see that, never the words. */
export type NewText = TextToSend & {
  /** A code is of use for minutes, and texts are late when codes wait; a notice can wait. */
  kind: "code" | "notice";
  /** In small letters and underscores: 'login', 'new_device'. */
  purpose: string;
  memberId: bigint | null;
};

/**
 * Promises a text message in the caller's transaction: it goes out after commit, once, and only
 * while it is of use (expiresAt). Number and words are encrypted before they reach the database; the
 * words are put into the letters that every phone shows (gsm.ts), a code's also bound to our address.
 */
export function queueSms(tx: Tx, app: Sender, text: NewText): Promise<void> {
  return queueTexts(tx, app, [text]);
}

/** As queueSms, of as many as there are, in two statements. */
export async function queueTexts(tx: Tx, app: Sender, texts: readonly NewText[]): Promise<void> {
  if (texts.length === 0) return;
  const rows = texts.map((text) => rowsOf(app, text));
  await tx
    .insertInto("text_message")
    .values(rows.map(({ message }) => message))
    .execute();
  await tx
    .insertInto("outbox")
    .values(rows.map(({ promise }) => promise))
    .execute();
}

type Sender = Pick<App, "secrets" | "random" | "now" | "config">;

function rowsOf(app: Sender, { kind, purpose, memberId, to, text, expiresAt }: NewText) {
  const plain = toGsm(text);
  const words = kind === "code" ? bindToOrigin(plain, app.config.PUBLIC_ORIGIN) : plain;
  const sealed = sealText(app, { to, text: words, expiresAt });
  const at = app.now();
  const message = {
    id: sealed.id,
    kind,
    purpose,
    member_id: memberId,
    masked_number: maskMobile(to),
    number_hmac: numberHmac(app.secrets, to),
    created_at: at,
    expires_at: expiresAt,
  };
  return {
    message,
    promise: { kind: "send_text", payload: JSON.stringify(sealed), created_at: at },
  };
}
