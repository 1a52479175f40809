import { Refusal } from "#server/refusal.ts";

/** That there is no room, or no document, is said where the days were chosen. */
export function atDateField(error: unknown): unknown {
  if (!(error instanceof Refusal) || !["busy", "unavailable"].includes(error.code)) return error;
  const { code, retryAfterSeconds } = error;
  return new Refusal(code, {
    param: "endDate",
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
