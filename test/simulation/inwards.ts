import { note, type Run } from "./run.ts";

/** Another bank sends something to a card or to savings; seldom so much that a card has no room for it. */
export function sendIn(run: Run): Promise<void> {
  const { chance, dice, inward, members } = run;
  const member = chance.pick(members);
  const arrives = chance.pick(["card", "card", "savings"] as const);
  const most = chance.below(6) === 0 ? 50_000_00 : 4_000_00;
  const isInFile = dice("inward rail", inward.items.size) < 0.4;
  const item = inward.send({
    rail: isInFile ? "pesonet" : "instapay",
    account: (arrives === "card" ? member.card : member.savings).replaceAll("-", ""),
    arrives,
    amount: BigInt(1_00 + chance.below(most)),
  });
  note(
    run,
    `another bank sends ${item.txId} over ${item.rail}: ${item.amount} to the ${arrives} of member ${member.id}`,
  );
  return Promise.resolve();
}
