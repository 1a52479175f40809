import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parsePesos } from "#common/money.ts";
import {
  transferToBankByInstapay,
  transferToBankByPesonet,
  transferToCard,
} from "#contract/transfers.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  browser = await world.signIn(await world.makeMember({ card: { balance: 10_000_00n } }));
});

afterAll(() => world.close());

const CALLS = [transferToBankByPesonet, transferToBankByInstapay, transferToCard] as const;

function bodyWith(amount: unknown) {
  return {
    destination_bank: "1",
    destination_account_number: "109450542671",
    destination_account_name: "Juan Dela Cruz",
    destination_account: "990112345006",
    amount,
    pinId: "3c3f0a4e-0000-4000-8000-000000000000",
    pin: "123456",
  };
}

/** As they stand in the JSON, so that a number is not rounded on its way. */
const AMOUNTS: [string, "amount" | "none"][] = [
  ...["1", "1.0", '"1"', '"1.00"', '"1.5"', "1.50", '"999999999.00"', "2500"].map(
    (json): [string, "amount"] => [json, "amount"],
  ),
  ...[
    '""',
    '" "',
    '"1 "',
    '" 1"',
    "1e3",
    '"1e3"',
    '"1E3"',
    '"0x10"',
    '"+1"',
    '"-1"',
    "-1",
    "-0",
    '"-0"',
    '"1,000.00"',
    '"1.005"',
    "1.005",
    '"1."',
    '".5"',
    '"1..0"',
    '"NaN"',
    '"Infinity"',
    '"１００"',
    '"٣"',
    '"1_000"',
    '"₱1"',
    '"PHP 1"',
    '"0.999"',
    '"1e309"',
    "1e309",
    '"0"',
    "0",
    '"0.99"',
    "0.1",
    "1e21",
    '"9999999999999"',
    '"1000000000.00"',
    "null",
    "true",
    "[]",
    '["1"]',
    "{}",
    '"1\\n"',
    '"1/1"',
    '"--1"',
    '"05"',
    '"0005.00"',
    '"0001"',
    "100.00999999999999999",
    "99999999999999999e-12",
    "99999999999999.99",
  ].map((json): [string, "none"] => [json, "none"]),
];

async function sendJson(endpoint: (typeof CALLS)[number], amountJson: string) {
  return world.send(
    {
      method: "POST",
      url: `/api${endpoint.path}`,
      headers: {
        "content-type": "application/json",
        "idempotency-key": "amount-table",
        origin: "http://localhost",
        authorization: `Bearer ${browser.token}`,
      },
      body: JSON.stringify(bodyWith("@")).replace('"@"', () => amountJson),
    },
    browser,
  );
}

test.each(CALLS.map((endpoint) => [endpoint.name, endpoint] as const))(
  "S094 %s: only plain amounts count",
  async (_, endpoint) => {
    for (const [json, kind] of AMOUNTS) {
      const { httpStatus, body } = await sendJson(endpoint, json);
      const found = { json, httpStatus, code: body["code"], errors: body["errors"] };
      expect(found).toMatchObject(
        kind === "amount"
          ? { json, code: "otp_incorrect" }
          : { json, httpStatus: 422, errors: [{ param: "amount" }] },
      );
    }
    const twice = await sendJson(endpoint, '1.00, "amount": 5');
    expect(twice.body["status"]).toBe(false);
  },
);

test("S094 S096 whatever text or number stands for an amount, it is read to the centavo or refused", async () => {
  const amountText = fc.oneof(
    fc.string({ maxLength: 16 }),
    fc.stringMatching(/^[0-9.,eE+-]{1,14}$/),
    fc.tuple(fc.nat(1_200_000_000), fc.nat(999)).map(([pesos, rest]) => `${pesos}.${rest}`),
  );
  await fc.assert(
    fc.asyncProperty(amountText, fc.constantFrom(...CALLS), async (text, endpoint) => {
      const { httpStatus, body } = await sendJson(endpoint, JSON.stringify(text));
      const centavos = parsePesos(text);
      const isAmount = centavos !== undefined && centavos >= 1_00n && centavos <= 999_999_999_00n;
      expect({ text, httpStatus, code: body["code"] }).toMatchObject(
        isAmount
          ? { text, httpStatus: 401, code: "otp_incorrect" }
          : { text, httpStatus: 422, code: "invalid_parameters" },
      );
    }),
    { numRuns: 60 },
  );
});
