import { expect, test } from "vitest";
import { chanceOf } from "#test/support/chance.ts";
import { type FindingKind, type Line, matchLines } from "./matchLines.ts";

const at = new Date("2026-11-21T04:00:00Z");
const line = (reference: string, amount: bigint, more: Partial<Line> = {}): Line => ({
  reference,
  account: "990112345006",
  amount,
  at,
  ...more,
});

const kindsOf = (ours: Line[], theirs: Line[]) =>
  matchLines(ours, theirs).findings.map(({ kind }) => kind);

test.each<[string, Line[], Line[], FindingKind[]]>([
  ["the same", [line("A", -5n)], [line("A", -5n)], []],
  ["out and back", [line("A", -5n), line("A", 5n)], [line("A", 5n), line("A", -5n)], []],
  ["an amount and its fee apart", [line("A", -518n)], [line("A", -500n), line("A", -18n)], []],
  ["nothing with them", [line("A", -5n)], [], ["missing_with_them"]],
  ["nothing with us", [], [line("A", 5n)], ["missing_with_us"]],
  ["another amount", [line("A", -5n)], [line("A", -6n)], ["amount_differs"]],
  ["twice the amount in one line", [line("A", -5n)], [line("A", -10n)], ["amount_differs"]],
  ["the other direction", [line("A", -5n)], [line("A", 5n)], ["amount_differs"]],
  ["twice with them", [line("A", -5n)], [line("A", -5n), line("A", -5n)], ["doubled"]],
  ["twice with us", [line("A", -5n), line("A", -5n)], [line("A", -5n)], ["doubled"]],
  [
    "an amount and its fee twice",
    [line("A", -518n)],
    [line("A", -500n), line("A", -18n), line("A", -500n), line("A", -18n)],
    ["doubled"],
  ],
  ["back with us only", [line("A", -5n), line("A", 5n)], [line("A", -5n)], ["missing_with_them"]],
  [
    "another account",
    [line("A", -5n)],
    [line("A", -5n, { account: "990112345007" })],
    ["missing_with_them", "missing_with_us"],
  ],
  [
    "another state",
    [line("A", 5n, { state: "credited" })],
    [line("A", 5n, { state: "returned" })],
    ["state_differs"],
  ],
  [
    "a state that one side does not tell",
    [line("A", 5n, { state: "credited" })],
    [line("A", 5n)],
    [],
  ],
  [
    "lines without a reference",
    [line("", 5n), line("", 6n)],
    [line("", 6n), line("", 7n)],
    ["missing_with_them", "missing_with_us"],
  ],
])("S103 %s", (_name, ours, theirs, kinds) => {
  expect(kindsOf(ours, theirs)).toEqual(kinds);
});

/** What is planted into the partner's file, and the differences it must make. */
const CHANGES = ["drop", "add", "amount", "turn", "double", "state", "reference"] as const;

test("every one of 1 % planted differences is found, and no other, in 20 files of 5,000 lines", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const chance = chanceOf(seed);
    const ours = Array.from({ length: 5000 }, (_, place) =>
      line(
        `IP261121-${String(place).padStart(10, "0")}`,
        BigInt(1 + chance.below(9_999_999)) * -1n,
        {
          account: `99011234${String(chance.below(40)).padStart(4, "0")}`,
          state: "credited",
        },
      ),
    );
    const planted: string[] = [];
    const theirs = ours.flatMap((of, place): Line[] => {
      const one = { ...of };
      if (chance.below(100) !== 0) return [one];
      const change = CHANGES[planted.length % CHANGES.length] ?? "drop";
      const plant = (kind: FindingKind, reference = one.reference) =>
        planted.push(`${kind} ${reference}`);
      switch (change) {
        case "drop":
          plant("missing_with_them");
          return [];
        case "add":
          plant("missing_with_us", `XX-${place}`);
          return [one, { ...one, reference: `XX-${place}` }];
        case "amount":
          plant("amount_differs");
          return [{ ...one, amount: one.amount + (chance.below(2) === 0 ? 1n : -1n) }];
        case "turn":
          plant("amount_differs");
          return [{ ...one, amount: -one.amount }];
        case "double":
          plant("doubled");
          return [one, one].map((copy) => ({ ...copy }));
        case "state":
          plant("state_differs");
          return [{ ...one, state: "returned" }];
        case "reference":
          plant("missing_with_them");
          plant("missing_with_us", `YY-${place}`);
          return [{ ...one, reference: `YY-${place}` }];
      }
    });
    // As the partner wrote them down, which is not our order.
    theirs.sort((a, b) => Number(a.amount - b.amount));
    const { findings, matched } = matchLines(ours, theirs);
    expect(planted.length).toBeGreaterThan(25);
    const found = findings.map(({ kind, reference }) => `${kind} ${reference}`);
    expect(found.toSorted()).toEqual(planted.toSorted());
    const ofTheirs = findings.filter(({ theirs: one }) => one !== undefined).length;
    expect(matched).toBe(theirs.length - ofTheirs);
  }
});
