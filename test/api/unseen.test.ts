import { expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { fieldTexts } from "#contract/fields.ts";
import { requestPayloads } from "#contract/staff/requestPayloads.ts";
import { isMadeByPrograms, textSchemas } from "#test/support/textSchemas.ts";

/** Of each form that a field of ours takes, one text at least. */
const GOOD = [
  "Ana Marie",
  "Ana",
  "ana.cruz@example.ph",
  "09175551234",
  "1",
  "12",
  "1234",
  "123456",
  "1000.00",
  "990112345006",
  "4000009999999990",
  "0001202600021019",
  "2026",
  "2026-11",
  "09:30",
  "K-NOBODYS-1",
  "7K2M-9QRT-4XWV-0ABC",
  "ana.cruz",
  "anacruz.2026",
  "login",
  "sort=-name",
  "OT261121-0000000001",
  "TC261121-0000000001",
  "LA-2026-0000001",
  "LPRO-2026-0000001",
  "issuer-1",
  "order-1",
  "frozen-1",
  "PB20261121-1-01",
  "0".repeat(64),
  "S".repeat(72),
  `B${"A".repeat(86)}`,
  "https://fcm.googleapis.com/fcm/send/nobody:of-ours",
  "A".repeat(22),
  `pin1.none.${"A".repeat(87)}.${"A".repeat(43)}`,
];
const UNSEEN = ["\u200b", "\u202e", "\u2066", "\u00ad", "\ufeff", "\u2060"];

/** Taken as typed: what is hidden in a password is part of it. */
const isPassword = (way: string) => way.endsWith("password");

const places = [
  ...api.flatMap(({ name, query, body }) =>
    [query, body].flatMap((schema) => (schema === undefined ? [] : textSchemas(schema, name))),
  ),
  ...Object.entries(requestPayloads).flatMap(([kind, schema]) => textSchemas(schema, kind)),
].filter(({ way, schema }) => !isPassword(way) && !isMadeByPrograms(schema));

test("there are places to try, and a good text for each", () => {
  expect(places.length).toBeGreaterThan(200);
  const untried = places.filter(
    ({ schema }) => !GOOD.some((text) => schema.safeParse(text).success),
  );
  expect(untried.map(({ way }) => way)).toEqual([]);
});

test.each(places)(
  "S162 $way: what cannot be seen goes from a code, and is refused with the reason in words",
  ({ schema }) => {
    for (const good of GOOD.filter((text) => schema.safeParse(text).success)) {
      for (const unseen of UNSEEN) {
        for (const typed of [unseen + good, good.slice(0, 1) + unseen + good.slice(1)]) {
          const read = schema.safeParse(typed);
          const outcome = read.success ? read.data : read.error.issues[0]?.message;
          expect([schema.parse(good), fieldTexts.invisible]).toContainEqual(outcome);
        }
      }
    }
  },
);

test.each(places)("S162 $way: words are composed when they are read", ({ schema }) => {
  const read = schema.safeParse("Nin\u0303a");
  const word = read.success ? read.data : "Niña";
  expect(word).toBe("Niña");
});
