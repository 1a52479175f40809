import type { Change } from "#sandbox/books.ts";
import type { BatchRecord, PlasticRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { promiseEvent } from "./callbacks.ts";
import { dueAfter } from "./customers.ts";
import { type Verdict, yes } from "./orders.ts";
import { makePlastic, plastics, put } from "./plastics.ts";

/** Takes an office's order of instant cards. */
export function orderKits(
  world: World,
  batch: Pick<BatchRecord, "batchRef" | "officeId" | "count">,
): Verdict {
  const record = { ...batch, state: "ordered" as const, dueAt: dueAfter(world, "delivery") };
  return yes([putBatch(record)], { status: "ordered" });
}

/** Makes the cards of a batch and sends them. Nothing when they were sent already. */
export function deliverBatch(world: World, batch: BatchRecord): Change[] {
  if (batch.state !== "ordered") return [];
  const { batchRef, officeId, count } = batch;
  const kits = Array.from({ length: count }, () =>
    makePlastic(world, { kind: "kit", state: "in_stock", batchRef, officeId }),
  );
  return [putBatch({ ...batch, state: "delivered", dueAt: null }), ...kits.map(put)];
}

/** The answer to what was delivered of a batch. */
export function deliveryAnswer(world: World, { batchRef, officeId, state }: BatchRecord): object {
  if (state === "ordered") return { batchRef, officeId, status: state };
  const kits = plastics(world)
    .filter((plastic) => plastic.batchRef === batchRef)
    .map(({ serial, token, lastFour, expiresOn }) => ({
      serialNumber: serial,
      token,
      lastFour,
      expiryDate: expiresOn,
    }));
  return { batchRef, officeId, status: state, kits };
}

/** Ends the making of a card with a name, well or not, and tells so. */
export function endProduction(
  world: World,
  plastic: PlasticRecord,
  failure: string | undefined,
): Change[] {
  if (plastic.state !== "ordered") return [];
  const { token, orderReference, serial, lastFour, expiresOn } = plastic;
  const told = { token, senderRefId: orderReference ?? "" };
  return [
    put({
      ...plastic,
      dueAt: null,
      state: failure === undefined ? "produced" : "production_failed",
    }),
    ...(failure === undefined
      ? promiseEvent(world, "card.produced", {
          ...told,
          serialNumber: serial,
          lastFour,
          expiryDate: expiresOn,
        })
      : promiseEvent(world, "card.production_failed", { ...told, reason: failure })),
  ];
}

export const putBatch = (record: BatchRecord): Change => ({
  table: "batch",
  key: record.batchRef,
  record,
});
