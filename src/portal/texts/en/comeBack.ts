import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";

/** The way back for whoever has lost phone, number and password. */
export const comeBack = {
  title: "When everything is lost",
  lead: "Your phone, your number and your password are gone? Your money stays where it is, and there is one safe way back: in person.",
  firstTitle: "First: stop what can be stopped",
  first: `Call ${hotline}. We close your online access and lock your card at once. Nobody needs a password for that, and we ask for none.`,
  officeTitle: "Then: come to an office",
  office: `Any office will do: the ${brand.offices.head}, the ${brand.offices.branch} or a satellite office.`,
  bringTitle: "What to bring",
  bring: {
    id: "One valid ID with your picture and signature",
    number: "A mobile number that is yours alone, on a phone that you hold",
    membership:
      "Your membership no., if you know it. Without it we find you by name and birth date.",
  },
  stepsTitle: "What happens there",
  steps: {
    who: {
      title: "We make sure that it is you",
      body: "Somebody at the counter compares you with your ID and with what we have on record.",
    },
    two: {
      title: "Two of our people decide",
      body: "One asks for the change, another one decides. Nobody of us can do it alone, not for you and not for a thief. So it may take until the other one is there.",
    },
    number: {
      title: "Your new number is put on record",
      body: "If your access was closed, it is opened again in the same way. Both numbers, the old and the new one, are told of it.",
    },
    code: {
      title: "You set a new password",
      body: "Choose “Forgot username or password?” at the login. The code goes to your new number. Without an online account, or after it was cancelled, you get a first-time code in your hand and create the account with it.",
    },
    after: {
      title: "For a day nobody new can be paid",
      body: "Every device needs a code again. Look at what happened in your account, and tell us of anything that was not you.",
    },
  },
  never: "It never goes by phone, e-mail, chat or a courier.",
  neverRest:
    " Whoever offers you a way back there wants your money. We never ask for your password, PIN, CVV or OTP.",
  toForgot: "I have my number: set a new password",
};

export type ComeBackTexts = typeof comeBack;
