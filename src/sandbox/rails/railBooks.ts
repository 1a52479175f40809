import type { Change } from "#sandbox/books.ts";
import type { Rail, RailTransferRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";

/** A transfer by its TxId; undefined when the rail never saw it. */
export function transferOf(
  world: World,
  rail: Rail,
  reference: string,
): RailTransferRecord | undefined {
  return world.books.read("railTransfer").get(keyOf(rail, reference));
}

/** The first transfer that came in a message. */
export function transferUnder(
  world: World,
  rail: Rail,
  messageId: string,
): RailTransferRecord | undefined {
  for (const transfer of world.books.read("railTransfer").values()) {
    if (transfer.rail === rail && transfer.messageId === messageId) return transfer;
  }
  return undefined;
}

/** All transfers of a rail, newest first. */
export function transfersOf(world: World, rail: Rail): RailTransferRecord[] {
  return [...world.books.read("railTransfer").values()]
    .filter((transfer) => transfer.rail === rail)
    .toReversed();
}

export function putTransfer(record: RailTransferRecord): Change {
  return { table: "railTransfer", key: keyOf(record.rail, record.reference), record };
}

const keyOf = (rail: Rail, reference: string) => `${rail} ${reference}`;
