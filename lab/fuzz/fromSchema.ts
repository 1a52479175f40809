import fc from "fast-check";
import * as z from "zod/mini";
import { anyText } from "#test/support/anyText.ts";
import { badValues } from "#test/support/badValues.ts";

/** Stands in a plan for something that the bank knows by this name; which one, the run says (known.ts). */
export type Pick = { pick: string; nth: number };

export const isPick = (value: unknown): value is Pick =>
  typeof value === "object" && value !== null && "pick" in value && "nth" in value;

/** What of JSON Schema our contract comes to. */
type JsonSchema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

const LONGEST_TEXT = 80;
const MOST_OF_A_LIST = 4;

const bad = fc.constantFrom(...badValues.map(([, value]) => value));
const pick = (name: string) => fc.nat({ max: 63 }).map((nth): Pick => ({ pick: name, nth }));

/** A part of a call by the very schema that the server reads it with: mostly right, now and then not. */
export function fromSchema(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  // The library's own description of the schema.
  return valueOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema, "");
}

function valueOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const right = rightValue(schema, name);
  if (name === "") return right;
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 5, arbitrary: pick(name) },
    { weight: 1, arbitrary: bad },
  );
}

function rightValue(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return fc.oneof(...either.map((one) => rightValue(one, name)));
  if (schema.allOf?.[0] !== undefined) return rightValue(schema.allOf[0], name);
  const type = (typeof schema.type === "string" ? schema.type : schema.type?.[0]) ?? "";
  return byType[type]?.(schema, name) ?? fc.jsonValue({ maxDepth: 2 });
}

const byType: Record<string, (schema: JsonSchema, name: string) => fc.Arbitrary<unknown>> = {
  object: (schema) => objectOf(schema),
  array: (schema, name) =>
    fc.array(valueOf(schema.items ?? {}, name), { maxLength: MOST_OF_A_LIST }),
  string: (schema) => textOf(schema),
  integer: ({ minimum = -5, maximum = 1e6 }) =>
    fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 1e6)) }),
  number: ({ minimum = -5, maximum = 1e6 }) =>
    fc.double({ min: minimum, max: maximum, noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
};

/** What is required is left out now and then; what is not, half of the time. */
function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema) {
  const names = Object.entries(properties);
  if (names.length === 0 && additionalProperties) {
    return fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: 4,
    });
  }
  const fields = names.map(([name, one]) => {
    const value = valueOf(one, name);
    const freq = required.includes(name) ? 30 : 2;
    return fc.option(value, { nil: undefined, freq }).map((given) => [name, given] as const);
  });
  return fc
    .tuple(...fields)
    .map((given) => Object.fromEntries(given.filter(([, value]) => value !== undefined)));
}

function textOf({ pattern, format, minLength = 0, maxLength = LONGEST_TEXT }: JsonSchema) {
  if (format === "uuid") return fc.uuid();
  if (format === "date-time")
    return fc.constantFrom("2026-11-21T02:00:00Z", "2099-01-01T00:00:00Z");
  if (format === "date") return fc.constantFrom("2026-11-20", "2024-02-29", "2030-01-01");
  const matching = pattern === undefined ? undefined : matchingOf(pattern);
  if (matching !== undefined) return matching;
  const most = Math.min(maxLength, LONGEST_TEXT);
  return anyText(most).map((text) =>
    text.length < minLength ? text.padEnd(minLength, "a") : text,
  );
}

/** One for each pattern: the library keeps a table of every character that a class of Unicode allows. */
const matchingByPattern = new Map<string, fc.Arbitrary<string> | undefined>();

/** Undefined for a pattern that the library cannot go backwards through. */
function matchingOf(pattern: string): fc.Arbitrary<string> | undefined {
  if (!matchingByPattern.has(pattern)) matchingByPattern.set(pattern, makeMatching(pattern));
  return matchingByPattern.get(pattern);
}

function makeMatching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    const matching = fc.stringMatching(new RegExp(pattern, "u"));
    fc.sample(matching, { numRuns: 1, seed: 1 });
    return matching;
  } catch {
    return undefined;
  }
}
