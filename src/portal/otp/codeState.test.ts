import { beforeAll, expect, test } from "vitest";
import { deviceNow } from "#client/clock.ts";
import type { Failure } from "#contract/endpoint.ts";
import { refusals } from "#contract/refusals.ts";
import { accessTexts } from "#portal/texts/en/access.ts";
import { signedOutTexts } from "#portal/texts/en/signedOut.ts";
import { showTexts } from "#portal/texts/texts.ts";
import { afterNoResend, afterRefusal, freshCode, mayResendAt } from "./codeState.ts";

const sent = {
  pinId: "5c1b8f0e-7b57-4a52-9d0c-0c1f3f6f2a11",
  mobileNumber: "+63******4821",
  resendAt: 1_800_000_000_000,
  tries: 0,
};

const failure = (part: Partial<Failure>): Failure => ({
  status: false,
  message: "",
  code: undefined,
  errors: [],
  httpStatus: 409,
  correlationId: undefined,
  retryAfterSeconds: undefined,
  ...part,
});

const wrongCode = failure({ httpStatus: 401, code: "otp_incorrect" });

beforeAll(() => showTexts("en", { ...signedOutTexts, ...accessTexts }));

test("W11 a code that was sent is waited for with nothing typed, no error and nothing under way", () => {
  expect(freshCode(sent)).toStrictEqual({
    ...sent,
    value: "",
    isUsedUp: false,
    error: undefined,
    unanswered: undefined,
    status: "typing",
  });
});

test.each([0, 503])("W11 a code that nobody looked at (%s) stays as it was typed", (httpStatus) => {
  const unanswered = failure({ httpStatus });
  const after = afterRefusal(1, unanswered);
  expect(after).toStrictEqual({ status: "typing", unanswered });
});

test("W11 Q03 a wrong code is taken away, counted and said; after the third only a new one helps", () => {
  for (const [tries, left] of [
    [1, "2 tries left."],
    [2, "1 try left."],
  ] as const) {
    expect(afterRefusal(tries, wrongCode)).toStrictEqual({
      tries,
      isUsedUp: false,
      value: "",
      status: "typing",
      error: `Invalid OTP. Please try again. ${left}`,
    });
  }
  expect(afterRefusal(3, wrongCode)).toMatchObject({ tries: 3, value: "", isUsedUp: true });
  expect(freshCode({ ...sent, tries: 3 })).toMatchObject({ tries: 3, isUsedUp: true });
});

test.each(["otp_used_up", "otp_not_for_this_transfer", "otp_not_for_this"])(
  "W11 Q03 after %s the typing is over, and no try is counted",
  (code) => {
    expect(afterRefusal(1, failure({ code }))).toStrictEqual({
      isUsedUp: true,
      value: "",
      status: "typing",
      error: undefined,
    });
  },
);

test("W11 any other no is said where the code is typed, and no try is counted", () => {
  const { en: message } = refusals.card_suspended;
  expect(afterRefusal(1, failure({ message }))).toStrictEqual({
    value: "",
    status: "typing",
    error: message,
  });
});

test("O10 what is said of the code stands where it is typed, in place of what is said of the whole", () => {
  const message = "Failed fund transfer transaction.";
  for (const param of ["pin", "pinId"]) {
    const errors = [
      { param: "amount", msg: "Too much" },
      { param, msg: "This code was used before" },
    ];
    expect(afterRefusal(1, failure({ httpStatus: 422, message, errors }))).toStrictEqual({
      value: "",
      status: "typing",
      error: "This code was used before",
    });
  }
});

test("W11 Q02 a code that may not be sent yet is asked for when the server says, and the tries stay", () => {
  const before = deviceNow();
  const after = afterNoResend(failure({ httpStatus: 429, retryAfterSeconds: 45 }));
  expect(after.status).toBe("typing");
  expect(after.notBefore).toBeGreaterThanOrEqual(before + 45_000);
  expect(after.notBefore).toBeLessThanOrEqual(deviceNow() + 45_000);
  expect(afterNoResend(failure({ httpStatus: 503 }))).toStrictEqual({ status: "typing" });
});

test("S165 a used-up code can be replaced at once, until the server says when", () => {
  const waiting = freshCode({ ...sent, tries: 2 });
  expect(mayResendAt(waiting)).toBe(sent.resendAt);
  const usedUp = { ...waiting, ...afterRefusal(3, wrongCode) };
  expect(mayResendAt(usedUp)).toBe(0);
  const limited = failure({ code: "otp_limit", httpStatus: 429, retryAfterSeconds: 30 });
  expect(mayResendAt({ ...usedUp, ...afterNoResend(limited) })).toBeGreaterThan(deviceNow());
});

test.each(["otp_used_up", "otp_not_for_this_transfer", "otp_not_for_this"])(
  "Q03 a code that the server answers with %s stays used up when no other can be sent",
  (code) => {
    const first = freshCode({ ...sent, tries: 1 });
    expect(first.isUsedUp).toBe(false);
    const usedUp = { ...first, ...afterRefusal(1, failure({ code })) };
    const limited = failure({ code: "otp_limit", httpStatus: 429, retryAfterSeconds: 30 });
    const notResent = { ...usedUp, ...afterNoResend(limited) };
    expect(notResent).toMatchObject({ isUsedUp: true, tries: 1, status: "typing", value: "" });
  },
);
