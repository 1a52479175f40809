import { createHash } from "node:crypto";
import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import type { World } from "#sandbox/world.ts";

const HEADER = "type,reference,account,moment,amount,description";
const LINE_END = "\r\n";

/**
 * What moved on a day of Manila that is over or under way, as CSV: a D line for each movement, and T
 * with the day, their number, debits and credits.
 */
export function settlementFile(world: World, day: string): object {
  const movements = [...world.books.read("movement").values()]
    .filter(({ at }) => manilaDate(new Date(at)) === day)
    .toSorted((a, b) => a.id - b.id);
  let debits = 0n;
  let credits = 0n;
  const lines = movements.map(({ reference, accountNo, at, amount, description }) => {
    if (amount < 0n) debits -= amount;
    else credits += amount;
    const words = `"${description.replaceAll('"', "'")}"`;
    const moment = new Date(at).toISOString();
    return ["D", reference, accountNo, moment, toDecimal(amount), words].join(",");
  });
  const trailer = ["T", day, movements.length, toDecimal(debits), toDecimal(credits)].join(",");
  const content = [HEADER, ...lines, trailer, ""].join(LINE_END);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { day, fileName: `SETTLEMENT-${day}.csv`, content, sha256 };
}
