import type { Centavos } from "#common/money.ts";

/** One movement, as we booked it or as a partner's file has it. */
export type Line = {
  reference: string;
  /** The card account; empty where the reference alone says what it is. */
  account: string;
  /** What it did to the account: negative is money out. */
  amount: Centavos;
  at: Date;
  /** The transfer's state, where that side states one. */
  state?: string | undefined;
};

export type FindingKind =
  | "missing_with_us"
  | "missing_with_them"
  | "amount_differs"
  | "state_differs"
  | "doubled";

/** A break: what each side has, and its number among those of one kind, reference and account. */
export type Finding = {
  kind: FindingKind;
  reference: string;
  account: string;
  ordinal: number;
  ours: Line | undefined;
  theirs: Line | undefined;
};

/**
 * Matches the movements of a day: by reference and account, then by amount, whose sign is the direction. One
 * movement of ours may be several lines of theirs (an amount and its fee), or the other way round. `matched`
 * are the lines of theirs that are in no break.
 */
export function matchLines(
  ours: readonly Line[],
  theirs: readonly Line[],
): { matched: number; findings: Finding[] } {
  const groups = new Map<string, { ours: Line[]; theirs: Line[] }>();
  const groupOf = ({ reference, account }: Line) => {
    const key = `${reference} ${account}`;
    const group = groups.get(key) ?? { ours: [], theirs: [] };
    groups.set(key, group);
    return group;
  };
  for (const line of ours) groupOf(line).ours.push(line);
  for (const line of theirs) groupOf(line).theirs.push(line);
  const findings: Finding[] = [];
  let matched = 0;
  for (const group of groups.values()) {
    const pairs = pairEqual(group);
    const found = [...pairs.findings, ...ofRest(pairs, group)];
    findings.push(...numberFindings(found));
    matched += group.theirs.length - found.filter(({ theirs: line }) => line !== undefined).length;
  }
  return { matched, findings };
}

type Sides = { ours: Line[]; theirs: Line[] };
type Found = Omit<Finding, "ordinal">;

/** Pairs lines of one amount; answers what is left, and the pairs whose states differ. */
function pairEqual(group: Sides): Sides & { findings: Found[] } {
  const theirs = [...group.theirs];
  const findings: Found[] = [];
  const ours = group.ours.filter((line) => {
    const place = theirs.findIndex(({ amount }) => amount === line.amount);
    const [partner] = place === -1 ? [] : theirs.splice(place, 1);
    if (partner === undefined) return true;
    const hasStates = line.state !== undefined && partner.state !== undefined;
    if (hasStates && line.state !== partner.state) {
      findings.push(difference("state_differs", line, partner));
    }
    return false;
  });
  return { ours, theirs, findings };
}

/** Classifies the lines without an equal: parts of one movement, another amount, duplicates, or missing. */
function ofRest(rest: Sides, group: Sides): Found[] {
  const found: Found[] = [];
  const left: Sides = { ours: [], theirs: [] };
  for (const sign of [-1, 1]) {
    const ours = rest.ours.filter(({ amount }) => signOf(amount) === sign);
    const theirs = rest.theirs.filter(({ amount }) => signOf(amount) === sign);
    const [a, b] = [sumOf(ours), sumOf(theirs)];
    if (a === b) continue;
    const isNamed = (ours[0] ?? theirs[0])?.reference !== "";
    if (a === 0n || b === 0n || !isNamed) {
      left.ours.push(...ours);
      left.theirs.push(...theirs);
      continue;
    }
    const isCopied = ours.length !== theirs.length && isMultiple(a, b);
    const kind = isCopied ? "doubled" : "amount_differs";
    found.push(difference(kind, asOne(ours, a), asOne(theirs, b)));
  }
  return [...found, ...acrossSigns(left, group)];
}

/** Money in on one side and out on the other is one break, not two missing lines. */
function acrossSigns(left: Sides, group: Sides): Found[] {
  const [ours] = left.ours;
  const [theirs] = left.theirs;
  const isTurned =
    group.ours.length === 1 &&
    group.theirs.length === 1 &&
    ours !== undefined &&
    theirs !== undefined &&
    ours.reference !== "";
  if (isTurned) return [difference("amount_differs", ours, theirs)];
  return [
    ...left.ours.map((line) => oneSided(line, "ours", group.ours)),
    ...left.theirs.map((line) => oneSided(line, "theirs", group.theirs)),
  ];
}

/** A duplicate where that side has the same line with its equal; otherwise a line that the other side lacks. */
function oneSided(line: Line, side: keyof Sides, all: readonly Line[]): Found {
  const same = all.filter(({ amount }) => amount === line.amount);
  const isCopy = line.reference !== "" && same.indexOf(line) > 0;
  const [ours, theirs] = side === "ours" ? [line, undefined] : [undefined, line];
  const missing = side === "ours" ? "missing_with_them" : "missing_with_us";
  return difference(isCopy ? "doubled" : missing, ours, theirs);
}

function difference(kind: FindingKind, ours: Line | undefined, theirs: Line | undefined): Found {
  const { reference = "", account = "" } = ours ?? theirs ?? {};
  return { kind, reference, account, ours, theirs };
}

/** Numbers the breaks of one kind, reference and account: together with the day this identifies a break. */
export function numberFindings<One extends Found>(found: readonly One[]): (One & Finding)[] {
  const counts = new Map<string, number>();
  return found.map((one) => {
    const key = `${one.kind} ${one.reference} ${one.account}`;
    const ordinal = (counts.get(key) ?? 0) + 1;
    counts.set(key, ordinal);
    return { ...one, ordinal };
  });
}

const signOf = (amount: Centavos) => (amount < 0n ? -1 : 1);
const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0n);
const isMultiple = (a: Centavos, b: Centavos) => a % b === 0n || b % a === 0n;

/** Several lines of one movement, as the one break that is shown. */
function asOne(lines: readonly Line[], amount: Centavos): Line | undefined {
  const [first] = lines;
  return first && { ...first, amount };
}
