import { expect, test } from "vitest";
import { wireMessages } from "#contract/wireMessages.ts";
import { SESSION_ENDED } from "./sessionState.ts";
import { isUndecided, readFailure } from "./failure.ts";

const answerOf = (httpStatus: number, body: object) =>
  readFailure(
    { httpStatus, body, correlationId: undefined, retryAfterSeconds: undefined } as never,
    "sent",
  );

test.each([400, 409, 422])(
  "S166 a refusal of %i is known by its text, also where it brings no code or another",
  (httpStatus) => {
    for (const extra of [{}, { code: httpStatus }, { code: "E1042" }]) {
      const errors = [{ param: "idNumber", msg: "missing" }];
      const message = "Invalid parameters";
      const failure = answerOf(httpStatus, { status: false, message, errors, ...extra });
      expect(failure).toMatchObject({ code: "invalid_parameters", errors });
      const missing = wireMessages.mobile_missing;
      expect(answerOf(httpStatus, { message: missing, ...extra }).code).toBe("mobile_missing");
    }
  },
);

test("S166 the text without a list of fields, and any other text, is what its code says", () => {
  expect(answerOf(400, { message: "Invalid parameters" }).code).toBeUndefined();
  expect(answerOf(422, { message: "Hindi wasto", code: "invalid_parameters" }).code).toBe(
    "invalid_parameters",
  );
});

test("S091 only the server's own no says that nothing was done, not what stands in its place", () => {
  const refused = { status: false, message: "Not enough money", code: "insufficient_funds" };
  expect(isUndecided(answerOf(409, refused))).toBe(false);
  for (const httpStatus of [429, 500, 502, 503, 504])
    expect(isUndecided(answerOf(httpStatus, refused))).toBe(true);
  for (const httpStatus of [200, 400, 403, 408, 413])
    expect(isUndecided(answerOf(httpStatus, {}))).toBe(true);
  const ended = { ...answerOf(401, refused), code: SESSION_ENDED };
  expect(isUndecided(ended)).toBe(true);
});

test.each(["intent", "order", "payload"])(
  "N11 O10 what is said of a field inside %s is said of the form's field",
  (wrapper) => {
    const errors = [
      { param: `${wrapper}.amount`, msg: "Too much" },
      { param: "pin", msg: "Used" },
      { param: wrapper, msg: "Missing" },
    ];
    const failure = answerOf(422, { message: "Please check the fields.", errors });
    expect(failure.errors.map(({ param }) => param)).toStrictEqual(["amount", "pin", wrapper]);
  },
);
