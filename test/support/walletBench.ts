import { withCheckDigit } from "#common/checkDigit.ts";
import { requestCvv } from "#contract/cvvReveal.ts";
import { sealPin } from "#contract/pinBlock.ts";
import { readConfig } from "#server/platform/config/config.ts";
import type {
  CardIssuer,
  IssuerCustomer,
} from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { makeCardIssuer } from "#server/platform/gateways/cardIssuer/eonIssuer.ts";
import { makeSandboxBench } from "./sandboxBench.ts";

/** A member's card at the issuer, as these tests open it. */
export const CARD = { accountNo: "990112345006", token: "TK990112345006", pin: "907060" };
/** The number the demo has for that account. */
export const CARD_NUMBER = withCheckDigit("400000991234500");

/** Somebody the issuer has nothing to ask of. */
export const CUSTOMER: IssuerCustomer = {
  firstName: "Florante",
  lastName: "Yambao",
  birthDate: "1980-06-02",
  birthPlace: "Cabanatuan City",
  mobileNumber: "+639995551000",
  emailAddress: "member01@example.test",
  gender: "m",
  civilStatus: "s",
  mothersMaidenName: "Ordonez",
  nationality: "PHL",
  presentAddress: {
    street: "173 Molave Street",
    barangay: "Magugpo West",
    city: "Tagum City",
    province: "Davao del Norte",
    postalCode: "8100",
  },
  sourceOfFunds: "salary",
  employment: { status: "employed", natureOfWork: "teaching", companyName: "DepEd" },
  primaryIdType: "1",
  primaryIdNumber: "P1234567A",
  images: {
    selfie: Buffer.from("selfie"),
    primaryIdFront: Buffer.from("front"),
    primaryIdBack: Buffer.from("back"),
  },
};

/** A page's key pair for one look at a CVV. */
export const newReveal = requestCvv;

/** The product's issuer at an address; an answer is waited for however slow the machine is. */
export function issuerAt(url: string, timeoutMs = 60_000): CardIssuer {
  return makeCardIssuer(
    readConfig({
      DATABASE_URL: "postgres://unused",
      SECRETS_FILE: "unused",
      ISSUER_URL: url,
      INSTAPAY_URL: url,
      PESONET_URL: url,
      SMS_URL: url,
      ISSUER_TIMEOUT_MS: String(timeoutMs),
    }),
  );
}

/** Sandboxes spoken to through the product's gateway. */
export function makeWalletBench() {
  const bench = makeSandboxBench();

  async function startIssuer(options: { callbackUrl?: string; dataFile?: string } = {}) {
    const sandbox = await bench.start(options);
    const issuer = issuerAt(sandbox.url);
    const control = async (path: string, body: object) =>
      (await bench.ask(sandbox, "POST", path, body)).body;

    /** A PIN as a browser seals it. */
    async function pin(digits: string, purpose: "current" | "new" = "new", accountNo = "") {
      const key = await issuer.pinKey();
      if (key.kind !== "key") throw new Error(`no key: ${key.reason}`);
      return sealPin({ key, purpose, accountNo, pin: digits });
    }

    /** Opens the card these tests use. */
    const openCard = (more: object = {}) =>
      control("/sandbox/cards", {
        cards: [
          {
            accountNo: CARD.accountNo,
            balance: "60000.00",
            pin: CARD.pin,
            birthDate: "1980-06-02",
            mobileNumber: "+639995551000",
            ...more,
          },
        ],
      });

    /** Tries to change the PIN of that card. */
    const changePin = async (reference: string, current: string, next: string) =>
      issuer.changePin({
        reference,
        token: CARD.token,
        currentPin: await pin(current, "current", CARD.accountNo),
        newPin: await pin(next, "new", CARD.accountNo),
      });

    const withdraw = (amount: string, more: object = {}) =>
      control("/card/withdrawal", { accountNo: CARD.accountNo, amount, pin: CARD.pin, ...more });
    const buy = (amount: string, more: object = {}) =>
      control("/card/purchase", { accountNo: CARD.accountNo, amount, ...more });

    /** A customer whom the issuer has approved. */
    async function approved(reference: string): Promise<string> {
      const sent = await issuer.submitCustomer({ reference, customer: CUSTOMER });
      if (sent.kind !== "submitted") throw new Error(sent.kind);
      bench.pass(2_000);
      const decided = await issuer.investigation(sent.transactionId);
      if (decided.kind !== "approved") throw new Error(decided.kind);
      return decided.customerId;
    }

    /** What stands on the plastics that somebody holds. */
    async function inHand(query: Record<string, string>) {
      const address = `/sandbox/plastics?${new URLSearchParams(query).toString()}`;
      const { body } = await bench.ask(sandbox, "GET", address);
      // The sandbox's own answer, a list.
      return body as unknown as { token: string; cardNumber: string; cvv: string; state: string }[];
    }

    /** An instant card of a batch that has arrived. */
    async function kit(batchRef: string) {
      await control("/sandbox/deliveries", { batchRef, officeId: "8", count: 1 });
      const [first] = await inHand({ batchRef });
      if (first === undefined) throw new Error("no kit came");
      return { token: first.token, number: first.cardNumber };
    }

    return {
      sandbox,
      issuer,
      inHand,
      kit,
      control,
      pin,
      openCard,
      changePin,
      withdraw,
      buy,
      approved,
    };
  }

  return { ...bench, startIssuer };
}
