import type { Endpoint } from "#contract/endpoint.ts";
import { fieldTexts } from "#contract/fields.ts";
import type * as z from "zod/mini";

/** What the contract says against these fields, in its words: the first of each field. */
export function contractErrors(
  endpoint: Endpoint,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return endpoint.body === undefined ? {} : schemaErrors(endpoint.body, values);
}

/** What a schema of the contract says against these fields: the first of each. */
export function schemaErrors(
  schema: z.ZodMiniType,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    errors[String(path[0])] ??= message;
  }
  return errors;
}

/** A second typing that differs from the first, said even while other fields are wrong. */
export function mismatch(first: string, second: string): { confirm_password?: string } {
  return second === "" || first === second ? {} : { confirm_password: fieldTexts.passwordsDiffer };
}
