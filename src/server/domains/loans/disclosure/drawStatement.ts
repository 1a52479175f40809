import { manilaDate } from "#common/manila.ts";
import { formatPesos, formatPesosAscii } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { noticeDay } from "#server/platform/notifications/noticeDay.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { lockApplication } from "#server/domains/loans/state/moveApplication.ts";
import { tellOfLoan } from "#server/domains/loans/state/tellOfLoan.ts";
import { findOffer } from "#server/domains/loans/state/findOffer.ts";
import type { DisclosurePage, drawDisclosure } from "./drawDisclosure.ts";

/**
 * Draws the document of a statement that was written down, off the event loop and outside of any transaction,
 * keeps it, and tells the member of the offer: what they are given before being bound is these bytes, now and
 * later. Does nothing where it is drawn; may run twice.
 */
export async function drawStatement(app: App, offerId: bigint): Promise<void> {
  const waiting = await app.db
    .selectFrom("loan_statement as s")
    .innerJoin("loan_offer as o", "o.id", "s.offer_id")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .leftJoin("loan_disclosure as d", "d.offer_id", "s.offer_id")
    .select(["s.offer_id", "s.language", "s.page", "a.application_no", "a.member_id"])
    .where("s.offer_id", "=", offerId)
    .where("d.offer_id", "is", null)
    .executeTakeFirst();
  if (waiting === undefined) return;
  // Written by fixStatement, from the same type; as text, a moment is ISO 8601.
  const kept = waiting.page as unknown as Omit<DisclosurePage, "at"> & { at: string };
  const page = { ...kept, at: new Date(kept.at) };
  const bytes = await app.pdf.inTurn(`loan offer ${offerId}`, (draw) =>
    draw<typeof drawDisclosure>("disclosure", page),
  );
  await transact(app.db, (tx) => keep(tx, app, waiting, Buffer.from(bytes)));
}

type Statement = {
  offer_id: bigint;
  language: string;
  application_no: string;
  member_id: bigint;
};

/** The document, once; and that there is an offer to read, while it is one. */
async function keep(tx: Tx, app: App, statement: Statement, bytes: Buffer): Promise<void> {
  const { offer_id: offerId, member_id: memberId, application_no: applicationNo } = statement;
  const at = app.now();
  await lockApplication(tx, applicationNo);
  const isNew = await tx
    .insertInto("loan_disclosure")
    .values({ offer_id: offerId, language: statement.language, bytes, made_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("offer_id")
    .executeTakeFirst();
  const offer = await findOffer(tx, { memberId, applicationNo });
  const stands = offer.id === offerId && offer.state === "for_signing" && offer.ends_at > at;
  if (isNew === undefined || !stands) return;
  await tellOfLoan(tx, app, {
    memberId,
    notice: "loan_offer_ready",
    params: {
      amount: formatPesos(offer.principal_centavos),
      pesos: formatPesosAscii(offer.principal_centavos),
      date: noticeDay(manilaDate(offer.ends_at)),
      refNo: applicationNo,
    },
  });
}
