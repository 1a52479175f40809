import type { Endpoint, FieldError } from "#contract/endpoint.ts";
import type { Language } from "#contract/refusals.ts";
import { fieldTextIn } from "#contract/fieldTextsFil.ts";

/** Fields that the contract refuses; answered as 422 with one text each. */
export class FieldErrors extends Error {
  readonly errors: FieldError[];
  constructor(errors: FieldError[]) {
    super("fields are not right");
    this.errors = errors;
  }
}

type Parts = { params: unknown; query: unknown; body: unknown };

/** Checks and converts the three parts of a call by the contract. Throws all field errors at once. */
export function validate(
  endpoint: Pick<Endpoint, "params" | "query" | "body">,
  parts: Parts,
  language: Language,
): Parts {
  const errors: FieldError[] = [];
  const valid: Parts = { params: undefined, query: undefined, body: undefined };
  for (const part of ["params", "query", "body"] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const parsed = schema.safeParse(parts[part]);
    if (parsed.success) {
      valid[part] = parsed.data;
      continue;
    }
    for (const { path, message } of parsed.error.issues) {
      const param = path.map(String).join(".");
      // One text for a field: the first is the one that matters.
      if (errors.some((error) => error.param === param)) continue;
      errors.push({ param, msg: fieldTextIn(message, language) });
    }
  }
  if (errors.length > 0) throw new FieldErrors(errors);
  return valid;
}
