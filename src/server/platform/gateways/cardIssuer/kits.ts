import * as z from "zod/mini";
import { type CallIssuer, readAnswer, unknown, WALLET } from "./callIssuer.ts";
import type { CardIssuer } from "./cardIssuer.ts";
import { doneOf } from "./cards.ts";

const text = z.string().check(z.minLength(1), z.maxLength(64));

const deliveryAnswer = z.discriminatedUnion("status", [
  z.object({ status: z.literal("ordered") }),
  z.object({
    status: z.literal("delivered"),
    officeId: text,
    kits: z.array(
      z.object({
        serialNumber: text,
        token: text,
        lastFour: z.string().check(z.regex(/^\d{4}$/)),
        expiryDate: z.iso.date(),
      }),
    ),
  }),
]);

/** Instant cards for the offices. */
export function makeKits(ask: CallIssuer): Pick<CardIssuer, "orderKits" | "kitDelivery"> {
  return {
    async orderKits({ batchRef, officeId, count }) {
      const body = { senderRefId: batchRef, officeId, count };
      return doneOf(await ask("POST", `${WALLET}/v1/kits/orders`, body), batchRef);
    },

    async kitDelivery(batchRef) {
      const query = new URLSearchParams({ batchRef }).toString();
      const answer = await ask("GET", `${WALLET}/v1/kits/deliveries?${query}`);
      const read = readAnswer(answer, deliveryAnswer, { field: "batchRef", value: batchRef });
      if (read.kind === "refused") return unknown(`answered ${read.code}`);
      if (read.kind !== "yes") return read;
      const { answer: delivery } = read;
      if (delivery.status === "ordered") return { kind: "pending" };
      return {
        kind: "delivered",
        officeId: delivery.officeId,
        kits: delivery.kits.map(({ serialNumber, expiryDate, ...kit }) => ({
          ...kit,
          serial: serialNumber,
          expiresOn: expiryDate,
        })),
      };
    },
  };
}
