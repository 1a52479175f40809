import { allAt, needAt, readXml, writeXml } from "#server/platform/gateways/rails/xml.ts";
import { isBatched, type Rail } from "#contract/transferKinds.ts";
import { inwardFileXml, inwardInquiry, inwardXml } from "#test/support/inwardActs.ts";
import { statusesIn } from "#test/support/railBench.ts";
import type { Callback } from "./callbacks.ts";
import { between, type Dice } from "./dice.ts";
import type { Network } from "./network.ts";

/** What another bank sends to an account of ours, and what it knows of it. */
export type InwardItem = {
  rail: Rail;
  txId: string;
  account: string;
  arrives: "card" | "savings";
  amount: bigint;
  /** How we said that it ended, each once. */
  said: Set<string>;
  /** Another transfer under its name was sent and refused. */
  isContradicted: boolean;
  /** MsgIds under which we sent it back. */
  back: Set<string>;
};

export type ModelInward = {
  items: Map<string, InwardItem>;
  wrongs: string[];
  send: (item: Pick<InwardItem, "rail" | "account" | "arrives" | "amount">) => InwardItem;
  /** A file of what goes back is handed in at the clearing house. */
  takeFileBack: (message: string) => void;
  /** The switch's answer to money that we send back; 'absent' for what it does not know. */
  takeBack: (message: string) => Buffer | "absent";
};

const MINUTE = 60_000;
/** By how much more a contradiction is. */
export const MORE = 100n;

/** The banks that send to us, and the switch between. */
export function makeModelInward(
  dice: Dice,
  network: Network,
  {
    now,
    tell,
    carry,
    participant,
  }: {
    now: () => number;
    tell: (callback: Callback) => void;
    carry: (name: string, body: string, from: number) => void;
    participant: string;
  },
): ModelInward {
  const items = new Map<string, InwardItem>();
  const wrongs: string[] = [];

  type Say = { name: string; body: string; expected: (answer: string) => boolean; within: number };

  function say(item: InwardItem, { name, body, expected, within }: Say): void {
    const id = `${item.txId}-${name}`;
    const dueAt = now() + between(dice("inward", id), 0, within);
    let heard = 0;
    tell({
      from: "instapay",
      id,
      body,
      dueAt,
      hear: (status, text) => {
        const answer = statusesIn(text)[item.txId] ?? String(status);
        if (!expected(answer)) wrongs.push(`${id} is answered ${answer}`);
        if (/^(ACSC|RJCT)/.test(answer)) note(item, answer);
        heard += 1;
        // The switch may hear nothing of what we answered, and then sends again.
        return !network.strikes(0.15, "answer to", id, heard);
      },
    });
  }

  function note(item: InwardItem, answer: string): void {
    const isFirst = item.said.size === 0;
    item.said.add(answer);
    if (isFirst && dice("contradicts", item.txId) < 0.1) contradict(item);
  }

  function contradict(item: InwardItem): void {
    item.isContradicted = true;
    const body = xml(item, { amount: item.amount + MORE, messageId: `O-${item.txId}` });
    say(item, { name: "other", body, expected: (answer) => answer === "409", within: 90 * MINUTE });
  }

  const xml = (item: InwardItem, more: { amount?: bigint; messageId?: string } = {}) =>
    inwardXml(participant, { ...item, ...more });

  let lastInFile: InwardItem | undefined;

  /** In a file of the clearing house, at times with what an earlier one had; seldom another follows with another amount. */
  function sendInFile(item: InwardItem): void {
    const { txId } = item;
    const again = dice("repeats", txId) < 0.3 && lastInFile !== undefined ? [lastInFile] : [];
    show(`F-${txId}`, [item, ...again], MINUTE);
    lastInFile = item;
    if (dice("repeats later", txId) < 0.2) show(`G-${txId}`, [item], 90 * MINUTE);
    if (dice("contradicts", txId) >= 0.1) return;
    item.isContradicted = true;
    show(`O-${txId}`, [{ ...item, amount: item.amount + MORE }], 90 * MINUTE);
  }

  function show(messageId: string, all: readonly InwardItem[], within: number): void {
    const from = now() + between(dice("inward", messageId), 0, within);
    carry(`CAME-${messageId}.xml`, inwardFileXml(participant, all, messageId), from);
  }

  return {
    items,
    wrongs,
    send(wanted) {
      const txId = `TX-${items.size + 1}`;
      const item: InwardItem = {
        ...wanted,
        txId,
        said: new Set(),
        isContradicted: false,
        back: new Set(),
      };
      items.set(txId, item);
      if (isBatched(item.rail)) {
        sendInFile(item);
        return item;
      }
      const isEnd = (answer: string) => /^(ACSC|RJCT AM21)$/.test(answer);
      say(item, { name: "first", body: xml(item), expected: isEnd, within: MINUTE });
      if (dice("repeats", txId) < 0.3) {
        const body = xml(item, { messageId: `R-${txId}` });
        say(item, { name: "again", body, expected: isEnd, within: 60 * MINUTE });
      }
      if (dice("asks", txId) < 0.3) {
        const expected = (answer: string) => isEnd(answer) || answer === "404";
        say(item, { name: "asks", body: inwardInquiry({ txId }), expected, within: 30 * MINUTE });
      }
      return item;
    },
    takeFileBack(message) {
      const read = readXml(Buffer.from(message), 8_000_000);
      const [body] = read.kind === "message" ? read.root.children : [];
      if (body === undefined) throw new Error("we sent back what is no file of returns");
      for (const one of allAt(body, "TxInf")) {
        const txId = needAt(one, "OrgnlTxId");
        const item = items.get(txId);
        if (item === undefined) wrongs.push(`${txId} went back and was never sent`);
        else item.back.add(needAt(body, "GrpHdr/MsgId"));
      }
    },
    takeBack(message) {
      const read = readXml(Buffer.from(message), 100_000);
      const [body] = read.kind === "message" ? read.root.children : [];
      const [one] = body === undefined ? [] : allAt(body, "TxInf");
      if (body === undefined || one === undefined)
        throw new Error("we sent back what is no return");
      const [id, txId] = [needAt(body, "GrpHdr/MsgId"), needAt(one, "OrgnlTxId")];
      const item = items.get(txId);
      if (item === undefined) return "absent";
      item.back.add(id);
      return Buffer.from(
        writeXml("pacs.002.001.10", [
          "FIToFIPmtStsRpt",
          [
            [
              "GrpHdr",
              [
                ["MsgId", `T-${id}`],
                ["CreDtTm", new Date(now()).toISOString()],
              ],
            ],
            [
              "OrgnlGrpInfAndSts",
              [
                ["OrgnlMsgId", id],
                ["OrgnlMsgNmId", "pacs.004.001.09"],
              ],
            ],
            [
              "TxInfAndSts",
              [
                ["OrgnlTxId", txId],
                ["TxSts", "ACSC"],
              ],
            ],
          ],
        ]),
      );
    },
  };
}
