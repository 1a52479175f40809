import { createHash } from "node:crypto";
import { addDays, manilaDate } from "#common/manila.ts";
import type { PesonetFile, PesonetRail } from "#server/platform/gateways/rails/pesonet.ts";
import { between, choose, type Dice } from "./dice.ts";
import { VALID_MINUTES } from "./modelInstapay.ts";
import type { Network } from "./network.ts";
import {
  groupReport,
  type Lie,
  type RailItem,
  returnReport,
  type ItemReport,
  statusReport,
} from "./railReports.ts";
import { readRequest } from "./railRequests.ts";

type Action = "credit" | "return" | "hold" | "lie";
type Actions = readonly (readonly [Action, number, number])[];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What the receiving banks do with what was settled, one after the other. */
const PLANS: readonly (readonly [number, Actions])[] = [
  [60, [["credit", 5_000, 10 * MINUTE]]],
  [16, [["return", 5_000, 10 * MINUTE]]],
  [
    5,
    [
      ["hold", 5_000, 10 * MINUTE],
      ["credit", HOUR, 20 * HOUR],
    ],
  ],
  [
    4,
    [
      ["hold", 5_000, 10 * MINUTE],
      ["return", HOUR, 20 * HOUR],
    ],
  ],
  [
    6,
    [
      ["credit", 5_000, 10 * MINUTE],
      ["return", HOUR, 40 * HOUR],
    ],
  ],
  [5, [["credit", 2 * HOUR, 30 * HOUR]]],
  [
    4,
    [
      ["lie", 5_000, 10 * MINUTE],
      ["credit", 5_000, 10 * MINUTE],
    ],
  ],
];
const NO = ["AC03", "BE01", "RR04", "DS04"] as const;

type Batch = {
  name: string;
  sha256: string;
  messageId: string;
  items: RailItem[];
  state: "taken" | "refused" | "settled" | "abolished";
  /** When something happens to the whole of it. */
  dueAt: number;
};
type Listed = Omit<PesonetFile, "cursor"> & {
  cursor: number | undefined;
  bytes: Buffer;
  shownAt: number;
};

/** The PESONet clearing house and the banks behind it. */
export type ModelPesonet = {
  port: PesonetRail;
  items: Map<string, RailItem>;
  lies: Lie[];
  wrongs: string[];
  /** References of files that were abolished first and settled after all. */
  contradicted: Set<string>;
  /** By name, when a file of the list was asked for in vain. */
  unfetched: Map<string, number[]>;
  /** Names of files that came with other bytes than were listed. */
  damaged: Set<string>;
  /** Puts a file of what other banks send into the list, at a moment or later. */
  carry: (name: string, body: string, from: number) => void;
  /** Who hears of the files of what goes back to other banks. */
  takesBack: (take: (body: string) => void) => void;
  tick: () => void;
  nextDue: () => number;
  lastCursor: () => number;
};

export function makeModelPesonet(
  dice: Dice,
  network: Network,
  { now, participant }: { now: () => number; participant: string },
): ModelPesonet {
  const batches = new Map<string, Batch>();
  const items = new Map<string, RailItem>();
  const steps: { at: number; does: Action; item: RailItem }[] = [];
  const listed: Listed[] = [];
  const lies: Lie[] = [];
  const wrongs: string[] = [];
  const contradicted = new Set<string>();
  const unfetched = new Map<string, number[]>();
  const damaged = new Set<string>();
  let messages = 0;
  let takeBack: (body: string) => void = () => undefined;
  /** By name, the files of what goes back: the same bytes however often they come. */
  const returned = new Map<string, string>();

  const head = () => ({ id: `PC-${(messages += 1)}`, at: now(), participant });

  /** Puts a file in the list, sometimes late and so overtaken, sometimes under two names. */
  function show(kind: PesonetFile["kind"], name: string, body: string, from = now()): void {
    const bytes = Buffer.from(body);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const wait = network.strikes(0.15, "shown late", name)
      ? between(dice("shown", name), 0, 30) * MINUTE
      : 0;
    const names = network.strikes(0.1, "shown twice", name) ? [name, `AGAIN-${name}`] : [name];
    for (const each of names) {
      listed.push({ cursor: undefined, name: each, kind, sha256, bytes, shownAt: from + wait });
    }
  }

  function handIn(name: string, body: string): Awaited<ReturnType<PesonetRail["handIn"]>> {
    if (body.includes(PACS_004)) return takeReturns(name, body);
    const sha256 = createHash("sha256").update(body).digest("hex");
    const first = batches.get(name);
    if (first !== undefined && first.sha256 === sha256) return { kind: "taken" };
    const request = readRequest(body);
    if (request.kind === "question") throw new Error("we put a question to PESONet");
    const isUsed =
      first !== undefined || request.items.some(({ reference }) => items.has(reference));
    if (isUsed) {
      wrongs.push(`${name} or a transfer in it was handed in twice, not alike`);
      return { kind: "reused" };
    }
    const { messageId, settlesOn } = request;
    const isRefused = network.strikes(0.04, "refuses", name);
    const batch: Batch = {
      name,
      sha256,
      messageId,
      items: request.items,
      state: isRefused ? "refused" : "taken",
      dueAt: isRefused ? Infinity : nextClearing(now(), settlesOn),
    };
    batches.set(name, batch);
    for (const item of batch.items) {
      items.set(item.reference, item);
      if (isRefused) rejected(item);
    }
    show(
      "acknowledgement",
      `ACK-${messageId}.xml`,
      groupReport(head(), batch, isRefused ? "RJCT" : "ACTC"),
    );
    return { kind: "taken" };
  }

  function takeReturns(name: string, body: string): { kind: "taken" } | { kind: "reused" } {
    const first = returned.get(name);
    if (first !== undefined && first !== body) {
      wrongs.push(`${name} was handed in twice, not alike`);
      return { kind: "reused" };
    }
    returned.set(name, body);
    takeBack(body);
    return { kind: "taken" };
  }

  function rejected(item: RailItem): void {
    item.state = "rejected";
    item.said.add("reject");
  }

  function clear(batch: Batch): void {
    const isContradicted = batch.state === "abolished";
    const fate = isContradicted
      ? "settled"
      : choose(dice("clears", batch.messageId), [
          [93, "settled"],
          [4, "abolished"],
          [3, "abolished, then settled"],
        ] as const);
    batch.dueAt =
      fate === "abolished, then settled"
        ? now() + between(dice("after all", batch.messageId), MINUTE, 20 * HOUR)
        : Infinity;
    batch.state = fate === "settled" ? "settled" : "abolished";
    for (const item of batch.items) {
      if (isContradicted) contradicted.add(item.reference);
      if (fate === "settled") settle(item);
      else rejected(item);
    }
    const name = `ADVICE-${batch.messageId}${isContradicted ? "-2" : ""}.xml`;
    show("advice", name, groupReport(head(), batch, fate === "settled" ? "ACSC" : "RJCT"));
  }

  function settle(item: RailItem): void {
    item.state = "waiting";
    item.isSettled = true;
    item.said.add("settle");
    let at = now();
    for (const [does, least, most] of choose(dice("bank", item.reference), PLANS)) {
      at += between(dice("answers", item.reference, does), least, most);
      steps.push({ at, does, item });
    }
  }

  /** What banks have decided by now, in one status and one return file for each file that was handed in. */
  function answer(): void {
    const due = steps.filter(({ at }) => at <= now()).toSorted((a, b) => a.at - b.at);
    for (const one of due) steps.splice(steps.indexOf(one), 1);
    const statuses = new Map<string, ItemReport[]>();
    const back = new Map<string, RailItem[]>();
    for (const { item, does } of due) {
      const said = decide(item, does);
      if (said !== undefined) {
        const others = (statuses.get(item.messageId) ?? []).filter(
          (one) => !isOvertaken(one, item),
        );
        statuses.set(item.messageId, [...others, said]);
      }
      const isInReturn =
        does === "return" && (said === undefined || dice("both", item.reference) < 0.7);
      if (isInReturn) back.set(item.messageId, [...(back.get(item.messageId) ?? []), item]);
    }
    for (const [messageId, said] of statuses) {
      const about = head();
      for (const lie of lies) if (lie.id === "") lie.id = about.id;
      show("status", `STATUS-${about.id}.xml`, statusReport(about, messageId, said));
    }
    for (const [first, ...rest] of back.values()) {
      const about = head();
      if (first !== undefined)
        show("return", `RETURN-${about.id}.xml`, returnReport(about, "PESONET", [first, ...rest]));
    }
  }

  /** A file says how a transfer stands as it is made: not also that it waited before. */
  const isOvertaken = ({ item, status }: ItemReport, { reference }: RailItem): boolean =>
    status === "PDNG" && item.reference === reference;

  /** Undefined when it is in no status file. */
  function decide(item: RailItem, does: Action): ItemReport | undefined {
    const wasCredited = item.state === "credited";
    switch (does) {
      case "credit":
        item.state = "credited";
        item.said.add("credit");
        return { item, status: "ACSC", code: "DS07" };
      case "hold":
        item.state = "held";
        return { item, status: "PDNG", code: "DS06" };
      case "return":
        Object.assign(item, {
          state: "returned",
          isBack: true,
          code: NO[between(dice("no", item.reference), 0, 4)],
        });
        item.said.add("return");
        // What was credited before comes back in a return file alone.
        if (wasCredited || dice("no status", item.reference) < 0.2) return undefined;
        return { item: { ...item }, status: "RJCT", code: item.code };
      case "lie": {
        const kind = dice("lie", item.reference) < 0.5 ? "wrong_amount" : "wrong_account";
        lies.push({ id: "", reference: item.reference, kind });
        const lie =
          kind === "wrong_amount"
            ? { amount: item.amount + 1n }
            : { accountNo: `${item.accountNo}7` };
        return { item: { ...item, ...lie }, status: "ACSC", code: "DS07" };
      }
    }
  }

  function showDue(): void {
    const due = listed.filter(({ cursor, shownAt }) => cursor === undefined && shownAt <= now());
    for (const file of due.toSorted((a, b) => a.shownAt - b.shownAt))
      file.cursor = lastCursor() + 1;
  }

  const lastCursor = () => Math.max(0, ...listed.map(({ cursor = 0 }) => cursor));

  function filesAfter(after: number): PesonetFile[] {
    showDue();
    return listed.flatMap(({ cursor, name, kind, sha256 }) =>
      cursor === undefined || cursor <= after ? [] : [{ cursor, name, kind, sha256 }],
    );
  }

  function fileOf(name: string): Awaited<ReturnType<PesonetRail["fetch"]>> {
    const file = listed.find((one) => one.name === name);
    if (file === undefined || network.strikes(0.05, "is lost", name)) return SILENCE;
    const isDamaged = network.strikes(0.03, "is damaged", name);
    return { kind: "file", bytes: isDamaged ? file.bytes.subarray(1) : file.bytes };
  }

  async function fetchFile(name: string): ReturnType<PesonetRail["fetch"]> {
    const answer = await ask("fetch", name, () => fileOf(name));
    if (answer.kind === "unknown") unfetched.set(name, [...(unfetched.get(name) ?? []), now()]);
    else if (answer.bytes[0] !== XML_BEGINS) damaged.add(name);
    return answer;
  }

  async function ask<T>(call: string, about: string, effect: () => T): Promise<T | typeof SILENCE> {
    const reply = await network.ask(`pesonet.${call}`, about, effect, VALID_MINUTES);
    return reply === "silence" ? SILENCE : reply;
  }

  return {
    items,
    lies,
    wrongs,
    contradicted,
    unfetched,
    damaged,
    lastCursor,
    carry: (name, body, from) => show("inward", name, body, from),
    takesBack(take) {
      takeBack = take;
    },
    port: {
      handIn: (name, body) => ask("handIn", name, () => handIn(name, body)),
      list: (after) =>
        ask("list", String(after), () => ({ kind: "list", files: filesAfter(after) }) as const),
      fetch: fetchFile,
      standing: async () => SILENCE,
      statement: async () => SILENCE,
    },
    tick() {
      for (const batch of batches.values()) if (batch.dueAt <= now()) clear(batch);
      answer();
      showDue();
    },
    nextDue: () =>
      Math.min(
        Infinity,
        ...[...batches.values()].map(({ dueAt }) => dueAt),
        ...steps.map(({ at }) => at),
        ...listed.flatMap(({ cursor, shownAt }) => (cursor === undefined ? [shownAt] : [])),
      ),
  };
}

const SILENCE = { kind: "unknown", reason: "no answer in time" } as const;
const PACS_004 = "xsd:pacs.004.001.09";
const XML_BEGINS = "<".charCodeAt(0);

/** The next cut-off of the clearing on the file's day or after, 10:00 or 16:00 in Manila. */
function nextClearing(now: number, settlesOn: string): number {
  const today = manilaDate(new Date(now));
  for (let day = settlesOn > today ? settlesOn : today; ; day = addDays(day, 1)) {
    for (const time of ["10:00", "16:00"]) {
      const at = new Date(`${day}T${time}:00+08:00`).getTime();
      if (at >= now) return at;
    }
  }
}
