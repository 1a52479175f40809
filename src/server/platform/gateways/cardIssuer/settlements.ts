import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { type Centavos, parsePartnerPesos } from "#common/money.ts";
import { type CallIssuer, readAnswer, unknown, WALLET } from "./callIssuer.ts";
import type { SettlementFault } from "#contract/staff/settlementFaults.ts";
import type { CardIssuer, SettlementFile, WrongFile } from "./cardIssuer.ts";

const fileAnswer = z.object({ content: z.string(), sha256: z.string() });

/** A day with a hundred thousand movements. */
const MOST_BYTES = 16 * 1024 * 1024;
const HEADER = "type,reference,account,moment,amount,description";

/** The settlement files of a day, for reconciliation. */
export function makeSettlements(ask: CallIssuer): Pick<CardIssuer, "settlementFile"> {
  return {
    async settlementFile(day) {
      const query = new URLSearchParams({ day }).toString();
      const path = `${WALLET}/v1/settlements?${query}`;
      const answer = await ask("GET", path, undefined, MOST_BYTES);
      const read = readAnswer(answer, fileAnswer, { field: "day", value: day });
      if (read.kind === "refused") return unknown(`answered ${read.code}`);
      if (read.kind !== "yes") return read;
      const { content, sha256 } = read.answer;
      if (createHash("sha256").update(content).digest("hex") !== sha256) {
        return { kind: "wrong", fault: "other_file" };
      }
      return readSettlement(content, day);
    },
  };
}

/**
 * Reads a file: a header, one D line for each movement, and T with the day, their number, debits and
 * credits. 'wrong' when anything of it is not so.
 */
function readSettlement(content: string, day: string): SettlementFile | WrongFile {
  const rows = content.split("\r\n");
  if (rows.shift() !== HEADER || rows.pop() !== "") return wrong("no_header");
  const [type, trailerDay, count, debits, credits, ...rest] = rows.pop()?.split(",") ?? [];
  if (type !== "T" || rest.length > 0) return wrong("no_header");
  if (trailerDay !== day) return wrong("other_day");
  const file: SettlementFile = { kind: "file", day, lines: [], debits: 0n, credits: 0n };
  for (const row of rows) {
    const line = lineOf(row);
    if (line === undefined) return wrong("odd_line");
    file.lines.push(line);
    if (line.amount < 0n) file.debits -= line.amount;
    else file.credits += line.amount;
  }
  const addsUp =
    count === String(rows.length) &&
    parsePartnerPesos(debits ?? "") === file.debits &&
    parsePartnerPesos(credits ?? "") === file.credits;
  return addsUp ? file : wrong("totals");
}

const wrong = (fault: SettlementFault): WrongFile => ({ kind: "wrong", fault });

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
