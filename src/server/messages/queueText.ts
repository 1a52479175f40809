import { maskMobile } from "#common/mask.ts";
import { toGsm } from "#common/gsm.ts";
import type { App } from "#server/app.ts";
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
export async function queueText(
  tx: Tx,
  app: Pick<App, "secrets" | "random" | "now" | "config">,
  { kind, purpose, memberId, to, text, expiresAt }: NewText,
): Promise<void> {
  const plain = toGsm(text);
  const words = kind === "code" ? bindToOrigin(plain, app.config.PUBLIC_ORIGIN) : plain;
  const sealed = sealText(app, { to, text: words, expiresAt });
  const at = app.now();
  await tx
    .insertInto("text_message")
    .values({
      id: sealed.id,
      kind,
      purpose,
      member_id: memberId,
      masked_number: maskMobile(to),
      number_hmac: numberHmac(app.secrets, to),
      created_at: at,
      expires_at: expiresAt,
    })
    .execute();
  await tx
    .insertInto("outbox")
    .values({ kind: "send_text", payload: JSON.stringify(sealed), created_at: at })
    .execute();
}
