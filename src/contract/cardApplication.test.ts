import { expect, test } from "vitest";
import * as contract from "./cardApplication.ts";

const { activateCard, activatePersoCard, requestPersoCard, getOffices } = contract;
const pin = `pin1.k1.${"A".repeat(87)}.${"b".repeat(43)}`;

test.each([activateCard, activatePersoCard])(
  "$name takes a number with or without blanks, and a PIN that only the issuer can read",
  ({ body }) => {
    const read = (visa_card_no: unknown, atm_pin: unknown) =>
      body.safeParse({ visa_card_no, atm_pin });
    expect(read("4000 0099 1000-0002", pin).data).toEqual({
      visa_card_no: "4000009910000002",
      atm_pin: pin,
    });
    for (const wrong of ["400000991000000", "40000099100000022", "4000a09910000002", "", 4, null]) {
      expect(read(wrong, pin).success, String(wrong)).toBe(false);
    }
    for (const wrong of ["123456", `${pin}=`, pin.replace("pin1", "pin2"), `${pin}.x`, "", null]) {
      expect(read("4000009910000002", wrong).success, String(wrong)).toBe(false);
    }
  },
);

test("W08 the details of an application are the fields of the review; errors and account stand beside", () => {
  expect(Object.keys(contract.cardRequestDetails.shape)).toHaveLength(31);
  for (const { result, extras } of [
    contract.getCardRequestDetails,
    contract.getPersoCardRequestDetails,
  ]) {
    expect(result).toBe(contract.cardRequestDetails);
    expect(Object.keys(extras.shape)).toEqual([
      "errors",
      "feeAccount",
      "mothersMaidenName",
      "printedName",
      "pickUpOffice",
      "notToday",
    ]);
  }
});

test("T30 the filters of the offices are those that are documented", () => {
  expect(Object.keys(getOffices.query.shape)).toEqual([
    "status",
    "page",
    "LIMIT",
    "branch_name",
    "barangay",
    "municipality_city",
    "state_province",
  ]);
  const read = (query: object) => getOffices.query.safeParse(query).success;
  expect(read({ status: "1", page: "1", LIMIT: "100000" })).toBe(true);
  for (const wrong of [{ LIMIT: "100001" }, { LIMIT: "-1" }, { page: "0" }, { status: "2" }]) {
    expect(read(wrong), JSON.stringify(wrong)).toBe(false);
  }
});

test.each([0, -1, 1.5, "1", null, 1_000_000, Number.NaN])("T21 %j is no office", (office_id) => {
  expect(requestPersoCard.body.safeParse({ office_id }).success).toBe(false);
});

test("T18 T19 T20 T21 T22 T23 T24 the calls are those that are documented", () => {
  const calls = [
    contract.getCardRequestDetails,
    contract.getPersoCardRequestDetails,
    contract.requestCard,
    contract.requestPersoCard,
    contract.activateCard,
    contract.activatePersoCard,
    contract.retryPersoCard,
    contract.getCardApplications,
    contract.withdrawCardApplication,
  ];
  expect(
    calls.map(({ method, path }) => `${method} ${path.replace("/members/{guid}/", "")}`),
  ).toEqual([
    "GET cardRequestDetails",
    "GET persoCardRequestDetails",
    "POST requestCard",
    "POST requestPersoCard",
    "POST activateCard",
    "POST activatePersoCard",
    "POST retryPersoCard",
    "GET cardApplications",
    "POST withdrawCardApplication",
  ]);
});
