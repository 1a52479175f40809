import * as z from "zod/mini";
import type { PartnerAnswer } from "#server/platform/gateways/callPartner.ts";
import {
  type CallIssuer,
  type IssuerNo,
  plainNo,
  readAnswer,
  readOutcome,
  unknown,
  WALLET,
} from "./callIssuer.ts";
import type { CardIssuer, PinOutcome } from "./cardIssuer.ts";

const keyAnswer = z.object({
  use: z.literal("pin"),
  kid: z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/)),
  pub: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/)),
});

const wrongPin = z.object({ triesLeft: z.int().check(z.gte(0), z.lte(10)) });
const suspended = z.object({ until: z.iso.datetime() });

/** PINs, which only the issuer can read. */
export function makePins(
  ask: CallIssuer,
): Pick<CardIssuer, "pinKey" | "changePin" | "resetPin" | "pinOutcome"> {
  return {
    async pinKey() {
      const answer = await ask("GET", `${WALLET}/v1/pins/key`);
      const read = readOutcome(answer, keyAnswer, { field: "use", value: "pin" });
      if (read.kind === "refused") return unknown(`answered ${read.code}`);
      if (read.kind === "unknown") return read;
      return { kind: "key", kid: read.answer.kid, pub: read.answer.pub };
    },

    async changePin({ reference, token, currentPin, newPin }) {
      const answer = await ask("POST", `${WALLET}/v1/pins/change`, {
        senderRefId: reference,
        token,
        currentPin,
        newPin,
      });
      const read = outcomeOf(answer, reference);
      return read.kind === "absent" ? unknown("answered 404") : read;
    },

    async resetPin({ reference, token, newPin }) {
      const order = { senderRefId: reference, token, newPin };
      const read = outcomeOf(await ask("POST", `${WALLET}/v1/pins/reset`, order), reference);
      return read.kind === "absent" ? unknown("answered 404") : read;
    },

    async pinOutcome({ reference }) {
      return outcomeOf(
        await ask("GET", `${WALLET}/v1/orders/${encodeURIComponent(reference)}`),
        reference,
      );
    },
  };
}

function outcomeOf(answer: PartnerAnswer, reference: string): PinOutcome | { kind: "absent" } {
  const about = { field: "senderRefId", value: reference };
  const read = readAnswer(answer, z.object({}), about);
  if (read.kind === "yes") return { kind: "changed" };
  return read.kind === "refused" ? noOf(read) : read;
}

function noOf(no: IssuerNo): PinOutcome {
  switch (no.code) {
    case "WRONG_PIN": {
      const read = wrongPin.safeParse(no.details);
      return read.success
        ? { kind: "wrong_pin", triesLeft: read.data.triesLeft }
        : unknown("wrong PIN, without the tries left");
    }
    case "CARD_SUSPENDED": {
      const read = suspended.safeParse(no.details);
      return read.success
        ? { kind: "suspended", until: new Date(read.data.until) }
        : unknown("suspended, without until when");
    }
    case "WEAK_PIN":
      return { kind: "weak_pin" };
    case "UNREADABLE_PIN":
      return { kind: "unreadable_pin" };
    default:
      return plainNo(no);
  }
}
