import * as z from "zod/mini";
import { type CallIssuer, plainNo, readOutcome, WALLET } from "./callIssuer.ts";
import type { CardIssuer } from "./cardIssuer.ts";
import { doneOf } from "./cards.ts";

const revealedAnswer = z.object({
  sealedCvv: z.string().check(z.regex(/^cvv1\.[A-Za-z0-9_-]{87}\.[A-Za-z0-9_-]{20,100}$/)),
});

/** CVVs, made and known at the issuer; they leave it sealed to a member's browser. */
export function makeCvv(ask: CallIssuer): Pick<CardIssuer, "generateCvv" | "revealCvv"> {
  return {
    async generateCvv({ reference, token }) {
      const body = { senderRefId: reference, token };
      return doneOf(await ask("POST", `${WALLET}/v1/cvv/generate`, body), reference);
    },

    async revealCvv({ token, publicKey }) {
      const answer = await ask("POST", `${WALLET}/v1/cvv/reveal`, { token, publicKey });
      const read = readOutcome(answer, revealedAnswer, { field: "token", value: token });
      if (read.kind === "yes") return { kind: "revealed", sealed: read.answer.sealedCvv };
      return read.kind === "refused" ? plainNo(read) : read;
    },
  };
}
