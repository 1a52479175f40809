import { expect, test } from "vitest";
import type { Failure } from "#contract/endpoint.ts";
import { afterNoResend, afterRefusal, type CodeState, freshCode } from "./codeState.ts";

const sent: CodeState = freshCode({
  pinId: "00000000-0000-4000-8000-000000000000",
  mobileNumber: "+63******0000",
  resendAt: 0,
  tries: 1,
});

const refusal = (code: string, httpStatus: number): Failure => ({
  status: false,
  message: code,
  code,
  errors: [],
  httpStatus,
  correlationId: undefined,
  retryAfterSeconds: httpStatus === 429 ? 30 : undefined,
});

test.each(["otp_used_up", "otp_not_for_this_transfer", "otp_not_for_this"])(
  "Q03 a code that the server answers with %s stays used up when no other can be sent",
  (code) => {
    expect(sent.isUsedUp).toBe(false);
    const usedUp = { ...sent, ...afterRefusal(sent.tries, refusal(code, 409)) };
    expect(usedUp).toMatchObject({ isUsedUp: true, tries: 1, value: "" });
    const notResent = { ...usedUp, ...afterNoResend(refusal("otp_limit", 429)) };
    expect(notResent).toMatchObject({ isUsedUp: true, tries: 1, status: "typing" });
    expect(notResent.resendAt).toBeGreaterThan(sent.resendAt);
  },
);

test("Q03 a code that was tried three times is used up wherever it is found", () => {
  expect(freshCode({ ...sent, tries: 2 }).isUsedUp).toBe(false);
  expect(freshCode({ ...sent, tries: 3 }).isUsedUp).toBe(true);
});
