import fc from "fast-check";
import * as z from "zod/mini";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { requestPayloads } from "#contract/staff/requestPayloads.ts";
import { badValues, fieldsOf } from "#test/support/badValues.ts";
import { fromSchema, type Pick } from "./fromSchema.ts";

/** Who makes a call: nobody, the member, or one of the staff by place in the list of actors. */
export type Who = "nobody" | "member" | { staff: number };

/** One call, before what stands for something known has been filled in. */
export type PlannedCall = {
  endpoint: Endpoint;
  who: Who;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  /** Bytes in the place of the body. */
  junk: string | undefined;
  contentType: string | undefined;
  key: string | undefined;
};

const BIASED_A_WHILE = 4;

/** After these most other calls of whoever makes them are refused for a while: now and then they are made. */
const SELDOM = new Set(["logout", "staffLogout", "lockCard"]);
const NOT_NOW = 40;
const FILES = [
  "serial,token\n1,2\n",
  "\u0089PNG\r\n\u001a\n",
  "%PDF-1.7\n",
  "",
  "a,b\n".repeat(2_000),
];
const CONTENT_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "text/csv",
  "application/octet-stream",
  "multipart/form-data; boundary=x",
  "application/json; charset=latin1",
];

/** The calls of a seed: the same seed and place always plan the same call; each route comes in its turn. */
export function planner(seed: number, staffCount: number): (index: number) => PlannedCall {
  const plans = api.map((endpoint) => planOf(endpoint, staffCount));
  return (index) => {
    const plan = plans[index % plans.length];
    if (plan === undefined) throw new Error("there is no route");
    // A place of its own in the sequence, whatever was planned before.
    const place = { numRuns: 1, seed: (seed + index * 7_919) | 0 };
    // Now and then with the library's liking for the smallest and the largest.
    const [planned] = fc.sample(plan, { ...place, unbiased: index % BIASED_A_WHILE !== 0 });
    if (planned === undefined) throw new Error("nothing was planned");
    return planned;
  };
}

function planOf(endpoint: Endpoint, staffCount: number): fc.Arbitrary<PlannedCall> {
  return fc.record({
    endpoint: fc.constant(endpoint),
    who: whoOf(endpoint, staffCount),
    params: partOf(endpoint.params),
    query: fc.oneof(fc.constant({}), oneKnown(endpoint.query), partOf(endpoint.query)),
    body: bodyOf(endpoint),
    junk: junkOf(endpoint),
    contentType: fc.oneof(
      { weight: 20, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
    ),
    key: fc.oneof(
      { weight: 9, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.option(fc.stringMatching(/^[!-~]{0,120}$/), { nil: undefined }) },
    ),
  });
}

function whoOf({ access, name }: Endpoint, staffCount: number): fc.Arbitrary<Who> {
  const staff = fc.nat({ max: staffCount - 1 }).map((place): Who => ({ staff: place }));
  const nobody = fc.constant<Who>("nobody");
  const member = fc.constant<Who>("member");
  const right = { public: nobody, member, staff }[access];
  if (SELDOM.has(name))
    return fc.oneof({ weight: NOT_NOW, arbitrary: nobody }, { weight: 1, arbitrary: right });
  return fc.oneof({ weight: 8, arbitrary: right }, nobody, member, staff);
}

const known = (name: string): fc.Arbitrary<Pick> =>
  fc.nat({ max: 63 }).map((nth) => ({ pick: name, nth }));

/** Path and query: what the bank knows, what the schema allows, now and then anything. */
function partOf(schema: Endpoint["params"]): fc.Arbitrary<Record<string, unknown>> {
  if (schema === undefined) return fc.constant({});
  // An object, as every schema of params and queries is.
  const allowed = fromSchema(schema) as fc.Arbitrary<Record<string, unknown>>;
  return fc.oneof({ weight: 3, arbitrary: knownFields(schema) }, { weight: 1, arbitrary: allowed });
}

/** A query by one field alone: all of them at once find nothing, and a search refuses many of them. */
function oneKnown(schema: Endpoint["query"]): fc.Arbitrary<Record<string, unknown>> {
  if (schema === undefined) return fc.constant({});
  const required = requiredOf(schema);
  return fc
    .constantFrom(...fieldsOf(schema))
    .chain((name) =>
      fc.record(Object.fromEntries([...required, name].map((one) => [one, known(one)]))),
    );
}

const knownFields = (schema: NonNullable<Endpoint["params"]>) =>
  fc.record(Object.fromEntries(fieldsOf(schema).map((name) => [name, known(name)])), {
    requiredKeys: requiredOf(schema),
  });

/** A path has all its names; of a query the required ones. */
function requiredOf(schema: NonNullable<Endpoint["params"]>): string[] {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).required ?? [];
}

function bodyOf(endpoint: Endpoint): fc.Arbitrary<unknown> {
  const { body, name } = endpoint;
  if (body === undefined) return fc.constant(undefined);
  const good = known(`${name} body`);
  const spoiled = fc
    .tuple(good, fc.constantFrom(...fieldsOf(body), "__proto__"), fc.constantFrom(...badValues))
    .map(([base, field, [, value]]) => ({ base, field, value }));
  const another = fc
    .tuple(good, fc.constantFrom(...fieldsOf(body), "guid"))
    .chain(([base, field]) => known(field).map((value) => ({ base, field, value })));
  return fc.oneof(
    { weight: 4, arbitrary: good },
    { weight: 4, arbitrary: another },
    { weight: 2, arbitrary: spoiled },
    { weight: 5, arbitrary: name === "makeStaffRequest" ? anyRequest() : fromSchema(body) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
}

/** What may be asked for, each kind with what its own schema says. */
function anyRequest(): fc.Arbitrary<unknown> {
  return fc.oneof(
    ...Object.entries(requestPayloads).map(([kind, payload]) =>
      fc.record({
        kind: fc.constant(kind),
        payload: fromSchema(payload),
        reason: fc.constant("The member came to the counter"),
        documents: fc.constant([]),
      }),
    ),
  );
}

function junkOf({ bodyType }: Endpoint): fc.Arbitrary<string | undefined> {
  if (bodyType === "csv" || bodyType === "document") {
    return fc.oneof(fc.constantFrom(...FILES), fc.string({ maxLength: 200 }));
  }
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  );
}

/** A good body with one field spoiled, as bodyOf plans it. */
export type Spoiled = { base: Pick; field: string; value: unknown };

export const isSpoiled = (body: unknown): body is Spoiled =>
  typeof body === "object" && body !== null && "base" in body && "field" in body;
