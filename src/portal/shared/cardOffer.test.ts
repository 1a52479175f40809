import { expect, test } from "vitest";
import { type CardStatus, cardStatusNumbers } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";
import { cardOffer } from "./cardOffer.ts";

const NO_CARD: DashboardCard = {
  accountNo: "",
  cardNumber: "XXXX XXXX XXXX XXXX",
  nameOnCard: "Juana Cruz",
  status: 0,
  cardStatus: 0,
  persoCardStatus: 0,
  cardType: 1,
  memberLocked: 0,
  adminLocked: 0,
  balance: null,
};

const offerOf = (cardStatus: CardStatus, persoStatus: CardStatus) => {
  const offer = cardOffer({
    ...NO_CARD,
    cardStatus: cardStatusNumbers[cardStatus],
    persoCardStatus: cardStatusNumbers[persoStatus],
  });
  return "kind" in offer ? `${offer.name} ${offer.kind}` : offer.name;
};

test.each([
  ["not_applied", "not_applied", "apply"],
  ["processing", "not_applied", "processing generic"],
  ["for_pickup", "not_applied", "pickup generic"],
  ["for_activation", "not_applied", "released generic"],
  ["failed", "not_applied", "apply_again"],
  ["active", "not_applied", "upgrade"],
  ["active", "processing", "processing perso"],
  ["active", "for_pickup", "pickup perso"],
  ["active", "for_activation", "released perso"],
  ["active", "failed", "retry"],
  ["active", "active", "none"],
  ["suspended", "not_applied", "none"],
  ["suspended", "for_pickup", "pickup perso"],
  ["deactivated", "not_applied", "none"],
  ["not_applied", "processing", "processing perso"],
  ["not_applied", "for_pickup", "pickup perso"],
  ["not_applied", "for_activation", "released perso"],
  ["not_applied", "failed", "retry"],
  ["failed", "processing", "processing perso"],
] as const)(
  "M04 M05 a card that is %s, personalized %s: %s",
  (cardStatus, persoStatus, offered) => {
    expect(offerOf(cardStatus, persoStatus)).toBe(offered);
  },
);

test("M05 who never had a card may apply", () => {
  expect(cardOffer(null).name).toBe("apply");
});

test("M05 a locked card is offered no upgrade", () => {
  for (const lock of ["memberLocked", "adminLocked"]) {
    const locked = { ...NO_CARD, cardStatus: cardStatusNumbers.active, [lock]: 1 };
    expect(cardOffer(locked).name).toBe("none");
  }
});

test("S152 of a card that staff locked nothing is offered that the lock forbids", () => {
  const { not_applied, active, failed } = cardStatusNumbers;
  for (const [cardStatus, persoCardStatus] of [
    [failed, not_applied],
    [active, not_applied],
    [active, failed],
    [not_applied, failed],
  ] as const) {
    const locked = { ...NO_CARD, cardStatus, persoCardStatus, adminLocked: 1 } as const;
    expect(cardOffer(locked).name).toBe("none");
  }
});
