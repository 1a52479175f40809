import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { type Centavos, parsePartnerPesos } from "#common/money.ts";
import { type Ask, readAnswer, unknown, WALLET } from "./askIssuer.ts";
import type { CardIssuer, SettlementFile } from "./cardIssuer.ts";

const fileAnswer = z.object({ content: z.string(), sha256: z.string() });

/** A day with a hundred thousand movements. */
const MOST_BYTES = 16 * 1024 * 1024;
const HEADER = "type,reference,account,moment,amount,description";

/** The files of what moved on a day, to be held against our own books. */
export function makeSettlements(ask: Ask): Pick<CardIssuer, "settlementFile"> {
  return {
    async settlementFile(day) {
      const query = new URLSearchParams({ day }).toString();
      const path = `${WALLET}/v1/settlements?${query}`;
      const answer = await ask("GET", path, undefined, MOST_BYTES);
      const read = readAnswer(answer, fileAnswer, { field: "day", value: day });
      if (read.kind === "refused") return unknown(`answered ${read.code}`);
      if (read.kind !== "yes") return read;
      const { content, sha256 } = read.said;
      if (createHash("sha256").update(content).digest("hex") !== sha256) {
        return unknown("the file is not the one that was sent");
      }
      return readSettlement(content, day) ?? unknown("the file does not add up");
    },
  };
}

/**
 * Reads a file: a header, one D line for each movement, and T with the day, their number, debits and
 * credits. Undefined when anything of it is not so.
 */
function readSettlement(content: string, day: string): SettlementFile | undefined {
  const rows = content.split("\r\n");
  if (rows.shift() !== HEADER || rows.pop() !== "") return undefined;
  const [type, trailerDay, count, debits, credits, ...rest] = rows.pop()?.split(",") ?? [];
  const file: SettlementFile = { kind: "file", day, lines: [], debits: 0n, credits: 0n };
  for (const row of rows) {
    const line = lineOf(row);
    if (line === undefined) return undefined;
    file.lines.push(line);
    if (line.amount < 0n) file.debits -= line.amount;
    else file.credits += line.amount;
  }
  const addsUp =
    type === "T" &&
    trailerDay === day &&
    rest.length === 0 &&
    count === String(rows.length) &&
    parsePartnerPesos(debits ?? "") === file.debits &&
    parsePartnerPesos(credits ?? "") === file.credits;
  return addsUp ? file : undefined;
}

function lineOf(row: string): SettlementFile["lines"][number] | undefined {
  const match =
    /^D,([A-Za-z0-9-]{0,40}),(\d{10,16}),([\dTZ:.-]{20,24}),(-?)([\d.]+),"([^"]*)"$/.exec(row);
  if (match === null) return undefined;
  const [, reference = "", accountNo = "", moment = "", sign, digits = "", description = ""] =
    match;
  const amount: Centavos | undefined = parsePartnerPesos(digits);
  const at = new Date(moment);
  if (amount === undefined || Number.isNaN(at.getTime())) return undefined;
  return { reference, accountNo, at, amount: sign === "-" ? -amount : amount, description };
}
