import type { Audit } from "#lab/killLoop/audit.ts";
import { endsPrimary } from "./plan.ts";
import type { Round } from "./round.ts";

/** Writes must be acknowledged again within this time after a blow. */
const SILENCE_MS = 20_000;

export type Findings = {
  audit: Audit;
  /** Rows that machines acknowledged to writers of their own, past the proxies. */
  fenceAcknowledged: number;
  fenceLost: number;
  /** API or worker that ended instead of waiting for the database. */
  ended: readonly string[];
  /** API or worker without a connection that listens at the end, by what it would have said on it. */
  deaf: readonly string[];
  /** Answers of the API with status 500: an outage is 503. */
  bugAnswers: number;
};

/** The head of the table. */
export function heading(writers: number): string {
  return (
    `${writers} members send transfers over HAProxy and PgBouncer\n\n` +
    "round  blow                          on   then  acknowledged  sent again  without an answer  whole after"
  );
}

/** One round in the table. */
export function line(number: number, round: Round): string {
  return [
    String(number).padStart(5),
    round.blow.padEnd(28),
    round.struck.padEnd(3),
    round.primary.padEnd(4),
    String(round.acknowledged).padStart(12),
    String(round.repeats).padStart(10),
    `${seconds(round.silenceMs)} s`.padStart(17),
    `${seconds(round.wholeAfterMs)} s`.padStart(11),
  ].join("  ");
}

/** What the drill found, and whether it is what was promised. */
export function verdict(
  rounds: readonly Round[],
  { audit, fenceAcknowledged, fenceLost, ended, deaf, bugAnswers }: Findings,
): { text: string; isRight: boolean } {
  const silences = rounds.filter(({ blow }) => endsPrimary(blow)).map((round) => round.silenceMs);
  const late = rounds.filter(({ silenceMs }) => silenceMs > SILENCE_MS);
  const mustBeNone: [string, number, readonly string[]][] = [
    ["acknowledged transfers lost", audit.lost.length, audit.lost],
    ["transfers doubled or unasked", audit.doubled.length, audit.doubled],
    ["transfers without an end", audit.unfinished, []],
    ["cards where ledger and issuer differ", audit.differences.length, audit.differences],
    ["invariants broken", audit.breaches.length, audit.breaches],
    ["rows lost of those a machine acknowledged itself", fenceLost, []],
    ["answers 500", bugAnswers, []],
    ["programs that ended by themselves", ended.length, ended],
    ["programs that do not listen any more", deaf.length, deaf],
    [`rounds with more than ${SILENCE_MS / 1000} s without an answer`, late.length, []],
  ];
  const text = [
    "",
    `${audit.acknowledged} transfers acknowledged, ${audit.returned} of them returned; ${fenceAcknowledged} rows acknowledged by the machines themselves`,
    `${silences.length} primaries ended; writes again after ${range(silences)}`,
    ...mustBeNone.map(([what, count, which]) =>
      [
        `${String(count).padStart(6)}  ${what}`,
        ...which.slice(0, 5).map((one) => `        ${one}`),
      ].join("\n"),
    ),
  ].join("\n");
  const isRight =
    audit.acknowledged > 0 && fenceAcknowledged > 0 && mustBeNone.every(([, count]) => count === 0);
  return { text, isRight };
}

/** How many lines of the API's log are answers with status 500. */
export function countBugAnswers(log: string): number {
  return log.split("\n").filter((text) => /"status":500\b/.test(text)).length;
}

function range(milliseconds: readonly number[]): string {
  if (milliseconds.length === 0) return "none";
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  return `${seconds(least)} to ${seconds(most)} s, half within ${seconds(middle)} s`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toLocaleString("en", {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}
