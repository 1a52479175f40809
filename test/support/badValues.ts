import type { Endpoint } from "#contract/endpoint.ts";
import fc from "fast-check";
import * as z from "zod/mini";
import { anyText } from "./anyText.ts";

const fields = new WeakMap<NonNullable<Endpoint["body"]>, readonly string[]>();

/** The names of the fields of one part of a call, from its contract. */
export function fieldsOf(schema: Endpoint["body"]): readonly string[] {
  if (schema === undefined) return [];
  const known = fields.get(schema);
  if (known !== undefined) return known;
  const described = z.toJSONSchema(schema, { io: "input" });
  const read = Object.keys(described.properties ?? {});
  fields.set(schema, read);
  return read;
}

/** What no field of ours accepts, by what is wrong with it. JSON carries each as it stands. */
export const badValues: [string, unknown][] = [
  ["null", null],
  ["true", true],
  ["a negative number", -1],
  ["a huge number", 1e308],
  ["a list", ["1"]],
  ["an object", { a: 1 }],
  ["a deep object", JSON.parse('{"a":'.repeat(12) + "1" + "}".repeat(12))],
  ["nothing", ""],
  ["blanks", "   "],
  ["10,000 characters", "x".repeat(10_000)],
  ["a NUL", "12\u000034"],
  ["a line break", "123456\n"],
  ["an escape sequence", "\u001b[31m"],
  ["half a surrogate pair", "\ud800"],
  ["full-width digits", "１２３４５６"],
  ["right-to-left override", "\u202e12_34 56"],
  ["SQL", "'; drop table member; --"],
  ["markup", "<script>alert(1)</script>"],
  ["a prototype's name", "__proto__"],
  ["a format string", "%s%n{0}${x}"],
];

/** Bodies that are none of ours, by what is wrong with them. */
export const brokenBodies: [string, Buffer | string][] = [
  ["half of a JSON text", '{"memberGuid":'],
  ["a key twice", '{"amount":"1.00","amount":"2.00"}'],
  ["a form field twice", "memberGuid=1&memberGuid=2"],
  ["bad percent-encoding", "memberGuid=%zz&pin=%"],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ["a prototype", '{"__proto__":{"status":true}}'],
  ["a list", "[1,2,3]"],
  ["a text", '"hello"'],
  ["null", "null"],
  ["100 levels", `${"[".repeat(100)}${"]".repeat(100)}`],
  [
    "200 keys",
    JSON.stringify(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, n]))),
  ],
  ["70 KB", `{"a":"${"x".repeat(70_000)}"}`],
];

/** Any JSON value at all, now and then one that looks right. */
const anyValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...badValues.map(([, value]) => value)) },
  { weight: 3, arbitrary: anyText(60) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown> },
  { weight: 2, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.stringMatching(/^\d{6,12}$/) },
  { weight: 1, arbitrary: fc.constantFrom("100.00", "2026-11-21", "990112345006", "own", 1) },
);

export type RandomCall = {
  endpoint: Endpoint;
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  body: unknown;
  contentType: string;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
};

/** A call of the contract with some, none or too many of its fields, right or wrong. */
export function randomCall(api: readonly Endpoint[]): fc.Arbitrary<RandomCall> {
  return fc.constantFrom(...api.map(callOf)).chain((call) => call);
}

function callOf(endpoint: Endpoint): fc.Arbitrary<RandomCall> {
  const texts = (schema: Endpoint["body"]) =>
    fc.record(
      Object.fromEntries(fieldsOf(schema).map((name) => [name, fc.string({ maxLength: 50 })])),
      { requiredKeys: [] },
    );
  const names = [...fieldsOf(endpoint.body), "__proto__", "status", "constructor"];
  return fc.record({
    endpoint: fc.constant(endpoint),
    params: fc.record(
      Object.fromEntries(
        fieldsOf(endpoint.params).map((name) => [
          name,
          fc.oneof(fc.uuid(), fc.string({ minLength: 1, maxLength: 40 })),
        ]),
      ),
    ),
    query: texts(endpoint.query),
    body: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.dictionary(fc.constantFrom(...names), anyValue, { maxKeys: 8 }),
      },
      { weight: 1, arbitrary: anyValue },
    ),
    contentType: fc.constantFrom(
      "application/json",
      "application/x-www-form-urlencoded",
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/json; charset=latin1",
      "",
    ),
    authorization: fc.option(fc.string({ maxLength: 60 }), { nil: undefined }),
    idempotencyKey: fc.option(fc.string({ maxLength: 120 }), { nil: undefined }),
  });
}
