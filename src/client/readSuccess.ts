import type { Endpoint } from "#contract/endpoint.ts";
import type { RawAnswer } from "./request.ts";

type Body = { status: true; message?: unknown; [key: string]: unknown };

/** True when the server said yes. */
export function isSuccess(answer: RawAnswer): answer is RawAnswer & { body: Body } {
  const { body } = answer;
  return (
    answer.httpStatus === 200 &&
    typeof body === "object" &&
    body !== null &&
    "status" in body &&
    body.status === true
  );
}

/**
 * The answer by the contract: amounts as centavos, defaults filled in. Undefined when the server
 * and this page do not mean the same contract (an old page, a broken proxy).
 */
export function readSuccess(
  endpoint: Endpoint,
  body: unknown,
): { status: true; message: string } | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { message, result, results, ...rest } = body as Record<string, unknown>;
  const read: Record<string, unknown> = {};
  for (const [name, value] of [
    ["result", result],
    ["results", results],
  ] as const) {
    const schema = endpoint[name];
    if (schema === undefined) continue;
    const parsed = schema.safeParse(value);
    if (!parsed.success) return undefined;
    read[name] = parsed.data;
  }
  const extras = endpoint.extras?.safeParse(rest);
  if (extras?.success === false) return undefined;
  return {
    ...(extras?.data as Record<string, unknown> | undefined),
    ...read,
    status: true,
    message: typeof message === "string" ? message : "",
  };
}
