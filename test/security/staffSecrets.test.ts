import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { sendOtp } from "#contract/auth.ts";
import { openApiDocument } from "#server/platform/http/openApi.ts";
import type { Browser } from "#test/support/browser.ts";
import { findSecrets } from "#test/support/findSecrets.ts";
import { goodCall } from "#test/support/goodCalls.ts";
import { TEST_PASSWORD, type TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

/** What staff never see (docs/security.md S132), as a field would be called. */
const FORBIDDEN =
  /passw|otp|pin(?!g)|cvv|cvc|secret|token|\bpan\b|card_?(?:no|number)|authenticator/i;

/** Fields that are called like that, and why each may be. */
const ALLOWED: Record<string, string> = {
  "staffLogin.result.token": "one's own session",
  "staffLoginWithPasskey.result.token": "one's own session",
  "askForStaffPasskey.result.options.authenticatorSelection": "what one's own browser is to make",
  "staffRefresh.result.token": "one's own session",
  "changeStaffPassword.result.token": "one's own session",
  "finishEnrolment.result.token": "one's own session",
  "getMemberFile.result.passwordChangedAt": "a date",
  "getMemberCard.result.card.cardNumber": "masked but for the last four digits",
  "getMemberCard.result.card.pinChangedAt": "a date",
  "getMemberCard.result.card.cvvChangedAt": "a date",
  "startEnrolment.result.secret": "one's own authenticator, told once",
};

type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  contentSchema?: Schema;
};

/** Every field of a schema with its path. */
function fieldsOf(schema: Schema, path: string): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], contentSchema } = schema;
  const rest = schema.additionalProperties;
  const inside = [items, contentSchema, ...anyOf, ...oneOf, ...allOf].filter(
    (each) => each !== undefined,
  );
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      `${path}.${name}`,
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...inside.flatMap((each) => fieldsOf(each, path)),
    ...(typeof rest === "object" ? fieldsOf(rest, path) : []),
  ];
}

// The document is JSON; these are the parts of it that are read here.
const { paths } = JSON.parse(JSON.stringify(openApiDocument())) as {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
      }
    >
  >;
};
const answers = Object.entries(paths)
  .filter(([path]) => path.startsWith("/staff/"))
  .flatMap(([, operations]) => Object.values(operations))
  .map(({ operationId, responses }) => ({
    operationId,
    schema: responses["200"]?.content?.["application/json"]?.schema ?? {},
  }));

test("S132 no answer to the staff has a field for a password, code, PIN, CVV or card number", () => {
  expect(answers.length).toBe(api.filter(({ path }) => path.startsWith("/staff/")).length);
  const fields = answers.flatMap(({ operationId, schema }) => fieldsOf(schema, operationId));
  expect(fields.length).toBeGreaterThan(20);
  const suspicious = fields.filter((field) => FORBIDDEN.test(field.split(".").at(-1) ?? ""));
  expect(suspicious.filter((field) => !(field in ALLOWED))).toEqual([]);
  // The list of exceptions holds nothing that is gone.
  expect(Object.keys(ALLOWED).filter((field) => !fields.includes(field))).toEqual([]);
});

let world: World;
let member: TestMember;
let browser: Browser;
let staff: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({ officeId: 1n, savings: 5_000_00n });
  browser = await world.signIn(member);
  staff = await world.makeStaff({ role: "every", officeId: null });
});
afterAll(() => world.close());

test("S132 of a member with an open code and a session, no answer to the staff holds a secret", async () => {
  const order = {
    source_account: member.accountNumbers.savings ?? "",
    destination_account: member.cardAccountNo ?? "",
    amount: "100.00" as const,
  };
  const intent = { kind: "own" as const, ...order };
  const sent = await world.call(sendOtp, { body: { memberGuid: member.guid, intent } }, browser);
  expect(sent.status).toBe(true);
  const pin = await world.codeFor(member);
  const tokens = [browser, staff.browser].flatMap(({ token, cookies }) => [
    token ?? "",
    ...cookies.values(),
  ]);
  const reads = api.filter(({ access, method }) => access === "staff" && method === "GET");
  expect(reads.length).toBeGreaterThan(2);
  const places = [];
  for (const endpoint of reads) {
    const { httpStatus, body } = await staff.callRaw(endpoint, goodCall(endpoint, member));
    expect(httpStatus).toBeLessThan(500);
    places.push({ name: endpoint.name, text: JSON.stringify(body) });
  }
  const secrets = {
    typed: new Set([TEST_PASSWORD, "$argon2id$"]),
    tokens: new Set(tokens),
    codes: new Set([pin]),
  };
  expect(findSecrets(places, secrets)).toEqual([]);
});
