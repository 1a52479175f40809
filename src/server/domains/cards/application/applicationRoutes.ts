import { printedName } from "#common/printedName.ts";
import {
  getCardApplications,
  getCardRequestDetails,
  getOffices,
  getPersoCardRequestDetails,
  requestCard,
  requestPersoCard,
  withdrawCardApplication,
} from "#contract/cardApplication.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { accountNames, accountType } from "#server/domains/members/balances/accountNames.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";
import { applyForCard } from "./applyForCard.ts";
import { findFeeAccount, readCardFee } from "./cardFee.ts";
import { findOwnPickUpOffice, readOffices } from "./offices.ts";
import { readApplications } from "./readApplications.ts";
import {
  type CardKind,
  readReleaseDate,
  whyNotToday,
} from "#server/domains/cards/state/releaseDate.ts";
import { readReviewed } from "./requestDetails.ts";
import { withdrawOwnApplication } from "./withdrawApplication.ts";

export const applicationRoutes: Route[] = [
  onMemberCall(getCardRequestDetails, ({ app, caller }) => readReview(app, caller, "generic")),
  onMemberCall(getPersoCardRequestDetails, ({ app, caller }) =>
    readReview(app, caller, "personalized"),
  ),
  onMemberCall(getCardApplications, async ({ app, caller }) => ({
    result: await readApplications(app, caller),
    extras: { fees: await readFees(app, caller) },
  })),
  onMemberCall(requestCard, async ({ app, caller }) => {
    const result = await applyForCard(app, caller, { kind: "generic" });
    return { result, message: sentText(caller, result.transactionId) };
  }),
  onMemberCall(requestPersoCard, async ({ app, caller, body }) => {
    const wanted = { officeId: BigInt(body.office_id), chosenName: body.printed_name };
    const result = await applyForCard(app, caller, { kind: "personalized", ...wanted });
    return { result, message: sentText(caller, result.transactionId) };
  }),
  onMemberCall(withdrawCardApplication, async ({ app, caller }) => {
    await withdrawOwnApplication(app, caller);
    return {};
  }),
  onMemberCall(getOffices, async ({ app, query }) => ({
    results: { rows: await readOffices(app, query) },
  })),
];

/** A look is three pictures of up to 2 MB: enough for who comes back to the page, and no more. */
const REVIEWS_AN_HOUR = 60;

/** What the application page reviews. Of who has a card of the issuer's, nothing is missing. */
async function readReview(app: App, caller: Caller, kind: CardKind) {
  const { memberId, language } = caller;
  await requireWithin(app.db, {
    scope: "card_review",
    key: String(memberId),
    limit: REVIEWS_AN_HOUR,
    window: "1 hour",
    at: app.now(),
  });
  const [{ details, name, mothersMaidenName, missing }, releaseDate, card] = await Promise.all([
    readReviewed(app, { memberId, language }),
    readReleaseDate(app.db, kind, app.now()),
    app.db
      .selectFrom("card")
      .select(["issuer_customer_id", "replaces"])
      .where("member_id", "=", memberId)
      .executeTakeFirst(),
  ]);
  const fee = await readCardFee(app.db, { kind, replaces: card?.replaces ?? null });
  const account = await findFeeAccount(app.db, memberId, fee);
  const isDefault = kind === "generic";
  const isCustomer = (card?.issuer_customer_id ?? null) !== null;
  return {
    result: { cardFee: fee, cardEstimatedReleaseDate: releaseDate, ...details },
    extras: {
      errors: isCustomer ? [] : missing,
      feeAccount: account === undefined ? null : accountNames[accountType(account.product)],
      mothersMaidenName,
      printedName: isDefault ? null : (printedName(name) ?? null),
      pickUpOffice: isDefault ? await findOwnPickUpOffice(app.db, memberId) : null,
      notToday: isDefault ? await whyNotToday(app.db, app.now()) : null,
    },
  };
}

/** What the member would pay for a card of each kind. */
async function readFees({ db }: App, { memberId }: Caller) {
  const card = await db
    .selectFrom("card")
    .select("replaces")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  const replaces = card?.replaces ?? null;
  return {
    generic: await readCardFee(db, { kind: "generic", replaces }),
    personalized: await readCardFee(db, { kind: "personalized", replaces }),
  };
}

function sentText({ language }: Caller, reference: string): string {
  return language === "fil"
    ? `Naipadala ang application, reference #${reference}`
    : `Application sent with reference #${reference}`;
}
