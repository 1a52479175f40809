import { expect, test } from "vitest";
import { profile } from "./members.ts";

test("T44 W01 W03 a profile with nothing in it still has every field", () => {
  expect(profile.parse({})).toEqual({
    membershipNo: "",
    accountNo: "",
    firstName: "",
    lastName: "",
    middleName: "",
    qualifier: "",
    username: "",
    mobileNumber: "",
    emailAddress: "",
    gender: "",
    dateLastLogin: "",
    status: 1,
    statusLabel: "",
    serialNo: "",
    persoSerialNo: "",
    cardStatus: 0,
    persoCardStatus: 0,
    cardType: 1,
    memberLocked: 0,
    adminLocked: 0,
    KYCStatus: 0,
    branchName: "",
    line1: "",
    barangay: "",
    municipalityCity: "",
    stateProvince: "",
    card_number: "XXXX XXXX XXXX XXXX",
    card_balance: "0.00",
    card_application_maintenance: {
      generic: { value: 0, text: "" },
      perso: { value: 0, text: "" },
    },
    isPasswordAged: "",
    language: "en",
    documentsToAgree: [],
  });
});

test("T44 W01 a profile with fields of a later server is read without them", () => {
  expect(profile.parse({ firstName: "Juana", favouriteColour: "green" })).toEqual(
    profile.parse({ firstName: "Juana" }),
  );
});
