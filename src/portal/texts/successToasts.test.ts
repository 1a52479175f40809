import { expect, test } from "vitest";
import { tellAccepted } from "#portal/transfers/orderToast.ts";
import { closeToast, currentToasts, showToast } from "#ui/toasts.ts";
import { cardScreensTexts as cardEn } from "./en/cardScreens.ts";
import { accessTexts as accessEn } from "./en/access.ts";
import { loanScreensTexts as loanEn } from "./en/loanScreens.ts";
import { memberTexts as memberEn } from "./en/member.ts";
import { cardScreensTexts as cardFil } from "./fil/cardScreens.ts";
import { accessTexts as accessFil } from "./fil/access.ts";
import { loanScreensTexts as loanFil } from "./fil/loanScreens.ts";
import { memberTexts as memberFil } from "./fil/member.ts";

const english = { ...accessEn, ...memberEn, ...cardEn, ...loanEn };
const filipino = { ...accessFil, ...memberFil, ...cardFil, ...loanFil };
type Texts = typeof english;

/** Row U05. The fifteenth is what the server says of a transfer. */
const SUCCESS: readonly [text: string, from: (texts: Texts) => string][] = [
  ["Your password is updated", ({ recovery }) => recovery.passwordUpdated],
  ["Your username is updated", ({ recovery }) => recovery.usernameUpdated],
  ["Password updated", ({ password }) => password.updated],
  ["Password waived successfully", ({ dashboard }) => dashboard.waived],
  ["Loan application submitted", ({ loanApply }) => loanApply.submitted],
  ["Upgrade card request sent", ({ cardOffers }) => cardOffers.upgrade.sent],
  ["Application sent with reference #CA-7", ({ cardApplication }) => cardApplication.sent("CA-7")],
  ["Card successfully activated!", ({ cardUse }) => cardUse.setPin.activated],
  ["Successfully changed ATM PIN", ({ cardUse }) => cardUse.changePin.changed],
  ["Successfully locked the card", ({ cardUse }) => cardUse.lock.locked],
  ["Successfully unlocked the card", ({ cardUse }) => cardUse.lock.unlocked],
  ["Successfully Downloaded PDF", ({ history }) => history.downloaded],
  ["Account successfully created", ({ signup }) => signup.created],
  ["New OTP code sent", ({ otp }) => otp.newSent],
];

function shownFor(): number {
  const [toast] = currentToasts();
  if (toast === undefined) throw new Error("no toast");
  closeToast(toast.id);
  return toast.durationMs;
}

test.each(SUCCESS)("U05 '%s' is said in both languages, for 3000 ms", (text, from) => {
  expect(from(english)).toBe(text);
  expect(from(filipino)).not.toBe("");
  expect(from(filipino)).not.toBe(text);
  showToast({ kind: "ok", text: from(english) });
  expect(currentToasts().map((toast) => toast.text)).toEqual([text]);
  expect(shownFor()).toBe(3000);
});

test("U05 P05 S166 the server's word on a transfer, the fifteenth, stands for 10 seconds", () => {
  expect(SUCCESS).toHaveLength(14);
  tellAccepted("Your transfer is being processed.");
  expect(shownFor()).toBe(10_000);
});

test("U05 the same success is said with the same words wherever it comes from", () => {
  for (const { cardUse, cardOffers, cardApplication } of [english, filipino]) {
    expect(cardOffers.failed.activated).toBe(cardUse.setPin.activated);
    expect(cardApplication.upgradeSent).toBe(cardOffers.upgrade.sent);
  }
});
