import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { io as connect, type Socket } from "socket.io-client";
import { freezeAccount } from "#contract/freeze.ts";
import { freezeMember } from "#contract/staff/memberActions.ts";
import { staffLogin } from "#contract/staff/session.ts";
import { transferOwnAccountToCard } from "#contract/transfers.ts";
import type { Cluster } from "#lab/cluster/startCluster.ts";
import { brand } from "#brand";
import { approve, asOwner, signInWriters } from "#lab/killLoop/prepare.ts";
import { newOrder, type Order, type Writer } from "#lab/killLoop/writers.ts";
import { type BankClient, callBank, newClient, type RawAnswer } from "#test/client/bankClient.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import { acceptedAfterFreeze, thaw } from "./books.ts";

const MEMBERS = 20;
/** Members whose rounds run at once: each keeps two cores busy by itself. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
/** Orders around the press, and after its answer: one at each process. */
const AROUND = 6;
const SPREAD_MS = 60;
/** From the press to the last closed socket, and to the lock of the card that its issuer confirmed, of 99 in a hundred. */
const WITHIN_MS = 1_000;
const GIVES_UP_MS = 10_000;
const OFFICER = "fraud.demo";

/** Who freezes: the member in the portal, or somebody of the staff in the member's file. */
type Button = "member's" | "staff's";
const BUTTONS: readonly Button[] = ["member's", "staff's"];

type Round = {
  button: Button;
  closedMs: number;
  /** Until the answer said that the issuer has locked the card; GIVES_UP_MS where it said less. */
  lockedMs: number;
  accepted: number;
  refused: number;
  /** An order sent after the freeze's answer that was accepted, or a press that was not answered. */
  wrong: string[];
};

/** True when no order was accepted after its freeze, every socket closed and every card locked, the 99th of a hundred in time. */
export async function stormFreezes(cluster: Cluster, wanted: number): Promise<boolean> {
  const urls = Object.values(cluster.apis).map((port) => `http://127.0.0.1:${port}`);
  const writers = await signInWriters(cluster.stack, MEMBERS);
  const press = await makePress(cluster, urls);
  const rounds: Round[] = [];
  const late: string[] = [];
  let turn = 0;
  while (rounds.length < wanted) {
    const batch = writers.slice(0, wanted - rounds.length);
    const orders = new Map(
      batch.map((writer) => [
        writer,
        Array.from({ length: AROUND + urls.length }, () => newOrder(writer)),
      ]),
    );
    await approve(cluster.stack, [...orders.values()].flat());
    for (let from = 0; from < batch.length; from += AT_ONCE) {
      const some = batch.slice(from, from + AT_ONCE);
      // In turns over all batches: one batch may be no longer than what runs at once.
      const button = BUTTONS[turn % BUTTONS.length] ?? "member's";
      turn += 1;
      rounds.push(
        ...(await Promise.all(
          some.map((writer) =>
            playRound(urls, writer, orders.get(writer) ?? [], { button, press }),
          ),
        )),
      );
    }
    late.push(...(await acceptedAfterFreeze(cluster.stack)));
    await thaw(cluster.stack);
    if (rounds.length % 100 < batch.length) console.log(`${rounds.length} of ${wanted} rounds`);
  }
  return report(rounds, late);
}

type Press = (button: Button, writer: Writer) => Promise<RawAnswer>;

/** Presses a button, at a process that chance decides. */
async function makePress({ stack }: Cluster, urls: readonly string[]): Promise<Press> {
  const { rows } = await asOwner(stack, (owner) =>
    owner.query<{ id: string; guid: string }>("select id, guid from member"),
  );
  const guids = new Map(rows.map(({ id, guid }) => [id, guid]));
  const anywhere = () => urls[randomInt(urls.length)] ?? "";
  const officer = newClient(anywhere());
  const code = await sandboxClient(stack.sandboxUrl).staffCode(OFFICER);
  const body = { username: OFFICER, password: brand.demoPassword, code };
  const { body: answer } = await callBank(officer, staffLogin, { body });
  const token = answer.result?.["token"];
  if (typeof token !== "string") throw new Error(answer.message ?? "no answer");
  Object.assign(officer, { token });
  return (button, writer) =>
    button === "member's"
      ? callBank(at(anywhere(), writer.client), freezeAccount)
      : callBank(at(anywhere(), officer), freezeMember, {
          params: { memberGuid: guids.get(writer.memberId) ?? "" },
          body: { channel: "hotline", reason: "The member called: somebody else is in there" },
        });
}

async function playRound(
  urls: readonly string[],
  writer: Writer,
  orders: readonly Order[],
  { button, press }: { button: Button; press: Press },
): Promise<Round> {
  const sockets = await Promise.all(urls.map((url) => openSocket(url, writer)));
  const closed = Promise.all(sockets.map((socket) => ended(socket)));
  const around = orders.slice(0, AROUND).map(async (order, i) => {
    await pause(randomInt(SPREAD_MS));
    return send(urls[i % urls.length] ?? "", order);
  });
  await pause(randomInt(SPREAD_MS));
  const pressedAt = performance.now();
  const pressing = press(button, writer).then((answer) => ({
    answer,
    answeredMs: performance.now() - pressedAt,
  }));
  const isClosed = await Promise.race([
    closed.then(() => true),
    pause(GIVES_UP_MS, false, { ref: false }),
  ]);
  const closedMs = isClosed ? performance.now() - pressedAt : GIVES_UP_MS;
  const { answer: pressed, answeredMs } = await pressing;
  const after = await Promise.all(
    orders.slice(AROUND).map((order, i) => send(urls[i % urls.length] ?? "", order)),
  );
  const answers = await Promise.all(around);
  for (const socket of sockets) socket.disconnect();
  return {
    button,
    closedMs,
    lockedMs: pressed.body.result?.["card"] === "locked" ? answeredMs : GIVES_UP_MS,
    accepted: answers.filter(isAccepted).length,
    refused: [...answers, ...after].filter((answer) => !isAccepted(answer)).length,
    wrong: [
      ...(pressed.body.status === true
        ? []
        : [`the press was answered ${pressed.httpStatus} ${pressed.body.message ?? ""}`]),
      ...after.filter(isAccepted).map(() => "an order sent after the freeze was accepted"),
    ],
  };
}

/** The same browser at one of the processes. */
const at = (portalUrl: string, client: BankClient): BankClient => ({
  portalUrl,
  token: client.token,
  cookies: new Map(client.cookies),
});

const isAccepted = ({ body }: RawAnswer): boolean => body.status === true;

function send(url: string, { writer, key, pinId, pin, amount }: Order): Promise<RawAnswer> {
  const body = {
    source_account: writer.sourceAccount,
    destination_account: writer.cardAccount,
    amount,
    pinId,
    pin,
  };
  return callBank(at(url, writer.client), transferOwnAccountToCard, { body, idempotencyKey: key });
}

async function openSocket(url: string, { client }: Writer): Promise<Socket> {
  const socket = connect(url, {
    path: "/socket.io",
    transports: ["websocket"],
    forceNew: true,
    auth: { token: client.token },
    extraHeaders: {
      origin: url,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    // A process that is not there so far is tried again; what the bank refuses is not.
    socket.on("connect_error", (error) => {
      if (!socket.active) reject(error);
    });
  });
  return socket;
}

function ended(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("disconnect", () => resolve()));
}

function report(rounds: readonly Round[], late: readonly string[]): boolean {
  const sum = (name: "accepted" | "refused") =>
    rounds.reduce((total, round) => total + round[name], 0);
  const wrong = [...late, ...rounds.flatMap((round) => round.wrong)];
  console.log(
    `${rounds.length} freezes; ${sum("accepted")} orders accepted before, ${sum("refused")} refused; ` +
      `${wrong.length} wrong`,
  );
  for (const line of wrong.slice(0, 20)) console.log(`  ${line}`);
  const areInTime = BUTTONS.flatMap((button) => [
    isInTime(rounds, { button, name: "closedMs", until: "closed sockets" }),
    isInTime(rounds, { button, name: "lockedMs", until: "a locked card" }),
  ]);
  return wrong.length === 0 && areInTime.every(Boolean);
}

type Measured = { button: Button; name: "closedMs" | "lockedMs"; until: string };

function isInTime(rounds: readonly Round[], { button, name, until }: Measured): boolean {
  const times = rounds
    .flatMap((round) => (round.button === button ? [round[name]] : []))
    .toSorted((a, b) => a - b);
  const of = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
  console.log(
    `${button} press to ${until}: median ${of(0.5)} ms, p99 ${of(0.99)} ms, most ${of(1)} ms`,
  );
  return times.length > 0 && of(0.99) <= WITHIN_MS;
}
