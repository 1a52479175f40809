import { expect, test } from "vitest";
import { all as english } from "#console/texts/en/all.ts";
import { all as filipino } from "#console/texts/fil/all.ts";
import { cardStatusNumbers } from "#contract/cardStatus.ts";
import { EARNING_STATES } from "#contract/staff/earnings.ts";
import { IMPORT_STATES } from "#contract/staff/imports.ts";
import { DEACTIVATION_CAUSES, NOT_MADE_CAUSES } from "#contract/staff/requestPayloads.ts";
import { STAFF_STATES } from "#contract/staff/accounts.ts";
import { factValues, plainValue } from "./factValues.ts";

const CARD_STATES = Object.keys(cardStatusNumbers);
const YES_NO = ["yes", "no"];

/** What the server writes of a request (the folders requests of its domains), by the name of the fact. */
const WRITTEN: Record<string, readonly string[]> = {
  accountState: STAFF_STATES,
  adminLocked: YES_NO,
  becomes: CARD_STATES,
  cardStatus: CARD_STATES,
  cause: [...DEACTIVATION_CAUSES, ...NOT_MADE_CAUSES],
  closedFor: ["inactivity", "staff", "frozen"],
  featureState: ["on", "disabled", "hidden"],
  holidayType: ["regular", "special_non_working", "special_working", "suspension"],
  importState: IMPORT_STATES,
  isBankingDay: YES_NO,
  isInMaintenance: YES_NO,
  isObserved: YES_NO,
  memberLocked: YES_NO,
  memberStatus: ["active", "suspended", "cancelled"],
  pausedFor: [
    "mobile_changed",
    "email_changed",
    "password_recovered",
    "username_recovered",
    "new_device",
    "joined_again",
    "access_reopened",
    "new_passkey",
    "passkey_removed",
    "unfrozen",
  ],
  needs: ["nothing", "code", "passkey", "passkey_and_wait", "office"],
  persoStatus: CARD_STATES,
  railSays: ["nothing", "acknowledged", "settled", "held"],
  returnsTo: ["active", "suspended", "cancelled"],
  staysFrozen: YES_NO,
  reversed: YES_NO,
  runAgain: YES_NO,
  runState: EARNING_STATES,
  transferState: ["accepted", "sent", "unknown", "credited", "returned"],
};

test.each([
  ["English", english],
  ["Filipino", filipino],
])("every value that a request compares has a name in %s", (_language, texts) => {
  const names = factValues(texts);
  const raw = Object.entries(WRITTEN).flatMap(([fact, values]) =>
    values.filter((value) => names[fact]?.[value] === undefined).map((value) => `${fact} ${value}`),
  );
  expect(raw).toEqual([]);
});

test("days, months and moments are written as people write them, and what is none stays", () => {
  expect(plainValue("2026-11-05", "en")).toBe("Nov 5, 2026");
  expect(plainValue("2026-11", "en")).toBe("Nov 2026");
  expect(plainValue("2026-11-05T16:30:00.000Z", "en")).toBe("Nov 6, 2026, 12:30 AM");
  expect(plainValue("PB20261105-1-01", "en")).toBe("PB20261105-1-01");
});
