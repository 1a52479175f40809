import { type RefusalCode, refusals } from "#contract/refusals.ts";
import type { RefusalValues } from "#contract/refusalValues.ts";

/**
 * An expected no. Thrown anywhere, turned into an answer at one place (entry/buildServer.ts). A throw
 * inside a transaction rolls it back; a failure that must be remembered commits first and throws after.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly values: RefusalValues;
  /** The field it is about, where this call names it otherwise than the catalogue. */
  readonly param: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** What was reached for that is not the caller's, as 'member:<guid>': for the record, never told. */
  readonly reachedFor: string | undefined;

  constructor(
    code: RefusalCode,
    details: {
      values?: RefusalValues;
      param?: string;
      retryAfterSeconds?: number;
      reachedFor?: string;
    } = {},
  ) {
    super(refusals[code].en);
    this.code = code;
    this.values = details.values ?? {};
    this.param = details.param;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.reachedFor = details.reachedFor;
  }
}
