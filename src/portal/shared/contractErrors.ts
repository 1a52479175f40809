import type { Endpoint } from "#contract/endpoint.ts";
import { fieldTexts } from "#contract/fields.ts";

/** What the contract says against these fields, in its words: the first of each field. */
export function contractErrors(
  endpoint: Endpoint,
  values: Record<string, string>,
): Record<string, string> {
  const parsed = endpoint.body?.safeParse(values);
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed?.error?.issues ?? []) {
    errors[String(path[0])] ??= message;
  }
  return errors;
}

/** A second typing that differs from the first, said even while other fields are wrong. */
export function mismatch(first: string, second: string): { confirm_password?: string } {
  return second === "" || first === second ? {} : { confirm_password: fieldTexts.passwordsDiffer };
}
