import type { Change } from "#sandbox/books.ts";
import type { CardRecord, MovementRecord } from "#sandbox/records.ts";
import { nextMovementId, type World } from "#sandbox/world.ts";

/** A line to put on a card account; `amount` is signed. */
export type NewMovement = Pick<MovementRecord, "amount" | "description" | "branch" | "reference">;

/** The changes that put lines on a card account, in order, and what they leave. */
export function moveMoney(
  world: World,
  card: CardRecord,
  lines: NewMovement[],
): { changes: Change[]; movements: MovementRecord[]; card: CardRecord } {
  let { balance } = card;
  const at = world.now().getTime();
  const movements = lines.map((line): MovementRecord => {
    balance += line.amount;
    return { ...line, id: nextMovementId(world), accountNo: card.accountNo, at, balance };
  });
  const moved = { ...card, balance };
  const changes: Change[] = [
    { table: "card", key: card.accountNo, record: moved },
    ...movements.map((record): Change => ({ table: "movement", key: String(record.id), record })),
  ];
  return { changes, movements, card: moved };
}

/** The lines of a card account, newest first. */
export function movementsOf(world: World, accountNo: string): MovementRecord[] {
  return [...world.books.read("movement").values()]
    .filter((movement) => movement.accountNo === accountNo)
    .toSorted((a, b) => b.id - a.id);
}
