import type { InstapayRail } from "#server/platform/gateways/rails/instapay.ts";
import type { Callback } from "./callbacks.ts";
import { between, choose, type Dice } from "./dice.ts";
import type { Network } from "./network.ts";
import {
  type Lie,
  type RailItem,
  returnReport,
  type ItemReport,
  statusReport,
} from "./railReports.ts";
import { isSameItem, readRequest } from "./railRequests.ts";

type Action = "credit" | "reject" | "return" | "say no" | "lie";
type Step = { at: number; does: Action };
/** What the switch answers at once, and what comes of it later. */
type Plan = {
  first: "credit" | "reject" | "wait" | "hold" | "doubt";
  later: readonly (readonly [Action, number, number])[];
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PLANS: readonly (readonly [number, Plan])[] = [
  [46, { first: "credit", later: [] }],
  [13, { first: "reject", later: [] }],
  [8, { first: "wait", later: [["credit", 5_000, 40 * MINUTE]] }],
  [4, { first: "wait", later: [["reject", 5_000, 40 * MINUTE]] }],
  [5, { first: "wait", later: [["credit", 50 * MINUTE, 5 * HOUR]] }],
  [3, { first: "wait", later: [["reject", 50 * MINUTE, 5 * HOUR]] }],
  [3, { first: "wait", later: [] }],
  [3, { first: "hold", later: [["credit", 10 * MINUTE, 20 * HOUR]] }],
  [2, { first: "hold", later: [["reject", 10 * MINUTE, 20 * HOUR]] }],
  [4, { first: "credit", later: [["return", 30_000, 40 * HOUR]] }],
  [2, { first: "doubt", later: [["credit", MINUTE, 2 * HOUR]] }],
  [1, { first: "doubt", later: [["reject", MINUTE, 2 * HOUR]] }],
  // The switch contradicts itself.
  [2, { first: "reject", later: [["credit", 10_000, 5 * HOUR]] }],
  [
    1,
    {
      first: "reject",
      later: [
        ["credit", 10_000, HOUR],
        ["return", HOUR, 9 * HOUR],
      ],
    },
  ],
  [2, { first: "credit", later: [["say no", 10_000, 5 * HOUR]] }],
  [3, { first: "credit", later: [["lie", 0, HOUR]] }],
];
const NO = ["AC03", "AC04", "BE01", "AB09"] as const;

/** The InstaPay switch and the banks behind it. */
export type ModelInstapay = {
  port: InstapayRail;
  items: Map<string, RailItem>;
  lies: Lie[];
  wrongs: string[];
  tick: () => void;
  nextDue: () => number;
  /** Who takes what we send back of what other banks sent. */
  takesBack: (take: (message: string) => Buffer | "absent") => void;
  /** Says the last word about a transfer once more. */
  sayAgain: (reference: string) => void;
};

/** What is signed is void after that (docs/rails.md). */
export const VALID_MINUTES = 5;

export function makeModelInstapay(
  dice: Dice,
  network: Network,
  {
    now,
    tell,
    participant,
  }: { now: () => number; tell: (callback: Callback) => void; participant: string },
): ModelInstapay {
  const items = new Map<string, RailItem>();
  const steps = new Map<string, Step[]>();
  const lies: Lie[] = [];
  const wrongs: string[] = [];
  let messages = 0;
  let takeBack: (message: string) => Buffer | "absent" = () => "absent";

  const head = () => ({ id: `BN-${(messages += 1)}`, at: now(), participant });

  /** How the switch says that it stands. */
  function reportOf(item: RailItem): ItemReport {
    switch (item.state) {
      case "credited":
      case "returned":
        return { item, status: "ACSC", code: "" };
      case "rejected":
        return { item, status: "RJCT", code: item.code };
      case "held":
        return { item, status: "PDNG", code: "DS06" };
      case "waiting":
        if (item.code !== "") return { item, status: "RJCT", code: item.code };
        return {
          item,
          status: dice("under way", item.reference) < 0.5 ? "ACSP" : "PDNG",
          code: "",
        };
    }
  }

  function does(item: RailItem, action: Action | Plan["first"]): void {
    switch (action) {
      case "credit":
        Object.assign(item, { state: "credited", code: "", isSettled: true });
        item.said.add("credit");
        return;
      case "reject":
        Object.assign(item, {
          state: "rejected",
          code: NO[between(dice("no", item.reference), 0, 4)],
        });
        item.said.add("reject");
        return;
      case "return":
        Object.assign(item, { state: "returned", code: "AC04", isBack: true });
        item.said.add("return");
        return;
      case "say no":
        item.said.add("reject");
        return;
      case "hold":
        item.state = "held";
        return;
      case "doubt":
        // Somebody did not answer in time: it says nothing about the money.
        item.code = "AB05";
        return;
      case "wait":
      case "lie":
    }
  }

  function tellOf(item: RailItem, action: Action): void {
    const about = head();
    const dueAt = now() + between(dice("told", item.reference, action), 0, 20 * MINUTE);
    let said = reportOf(item);
    if (action === "say no") said = { item, status: "RJCT", code: "AC04" };
    if (action === "lie") said = { ...said, item: lieOf(item, about.id) };
    const body =
      action === "return"
        ? returnReport(about, "INSTAPAY", [item])
        : statusReport(about, said.item.messageId, [said]);
    tell({ from: "instapay", id: about.id, body, dueAt });
  }

  function lieOf(item: RailItem, id: string): RailItem {
    const kind = choose<Lie["kind"]>(dice("lie", item.reference), [
      [2, "wrong_amount"],
      [2, "wrong_account"],
      [1, "unknown_reference"],
    ]);
    const reference =
      kind === "unknown_reference"
        ? `${item.reference.slice(0, 9)}9999${item.reference.slice(13)}`
        : item.reference;
    lies.push({ id, reference, kind });
    // It still says which message of ours it is about, and so contradicts itself.
    if (reference !== item.reference) {
      lies.push({ id, reference: item.reference, kind: "unreadable" });
    }
    return {
      ...item,
      reference,
      amount: kind === "wrong_amount" ? item.amount + 100n : item.amount,
      accountNo: kind === "wrong_account" ? `${item.accountNo}7` : item.accountNo,
    };
  }

  function take(item: RailItem): RailItem | undefined {
    const first = items.get(item.reference);
    if (first !== undefined) return isSameItem(first, item) ? first : undefined;
    const { first: at, later } = choose(dice("plan", item.reference), PLANS);
    items.set(item.reference, item);
    does(item, at);
    let moment = now();
    steps.set(
      item.reference,
      later.map(([action, least, most]) => {
        moment += between(dice("when", item.reference, action), least, most);
        return { at: moment, does: action };
      }),
    );
    if (at === "credit" && dice("tells too", item.reference) < 0.2) tellOf(item, "credit");
    return item;
  }

  function answer(message: string): Awaited<ReturnType<InstapayRail["exchange"]>> {
    const request = readRequest(message);
    const asked = request.kind === "question" ? items.get(request.reference) : request.items[0];
    if (asked === undefined) return { kind: "absent" };
    const item = request.kind === "question" ? asked : take(asked);
    if (item === undefined) {
      wrongs.push(`${asked.reference} was sent to InstaPay as two different transfers`);
      return { kind: "reused" };
    }
    return {
      kind: "reply",
      bytes: Buffer.from(statusReport(head(), item.messageId, [reportOf(item)])),
    };
  }

  async function giveBack(
    reference: string,
    message: string,
  ): ReturnType<InstapayRail["exchange"]> {
    const taken = await network.ask("instapay.back", reference, () => takeBack(message));
    if (taken === "silence") return { kind: "unknown", reason: "no answer in time" };
    return taken === "absent" ? { kind: "absent" } : { kind: "reply", bytes: taken };
  }

  return {
    items,
    lies,
    wrongs,
    takesBack(take) {
      takeBack = take;
    },
    port: {
      async exchange(message) {
        const [reference = ""] = /\w{2}\d{6}-\d{10}/.exec(message) ?? [];
        if (message.includes("pacs.004")) return giveBack(reference, message);
        const call = message.includes("pacs.028") ? "instapay.ask" : "instapay.send";
        const reply = await network.ask(call, reference, () => answer(message), VALID_MINUTES);
        return reply === "silence" ? { kind: "unknown", reason: "no answer in time" } : reply;
      },
      verify: async () => undefined,
      statement: async () => ({ kind: "unknown", reason: "not asked for here" }),
    },
    tick() {
      for (const [reference, waiting] of steps) {
        const item = items.get(reference);
        while (item !== undefined && waiting[0] !== undefined && waiting[0].at <= now()) {
          const action = waiting.shift()?.does ?? "credit";
          does(item, action);
          // What was not told is found out by asking.
          const isTold =
            ["return", "say no", "lie"].includes(action) || dice("is told", reference) < 0.7;
          if (isTold) tellOf(item, action);
        }
      }
    },
    nextDue: () =>
      Math.min(
        Infinity,
        ...[...steps.values()].flatMap(([next]) => (next === undefined ? [] : [next.at])),
      ),
    sayAgain(reference) {
      const item = items.get(reference);
      if (item?.state === "returned") tellOf(item, "return");
      else if (item?.state === "credited") tellOf(item, "credit");
      else if (item?.state === "rejected") tellOf(item, "reject");
    },
  };
}
