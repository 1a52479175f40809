import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { io as connect, type Socket } from "socket.io-client";
import { freezeAccount } from "#contract/freeze.ts";
import { transferOwnAccountToCard } from "#contract/transfers.ts";
import type { Cluster } from "#lab/cluster/startCluster.ts";
import { approve, signInWriters } from "#lab/killLoop/prepare.ts";
import { newOrder, type Order, type Writer } from "#lab/killLoop/writers.ts";
import { callBank, type RawAnswer } from "#test/client/bankClient.ts";
import { acceptedAfterFreeze, thaw } from "./books.ts";

const MEMBERS = 20;
/** Members whose rounds run at once. */
const AT_ONCE = 4;
/** Orders around the press, and after its answer: one at each process. */
const AROUND = 6;
const SPREAD_MS = 60;
/** From the press to the last closed socket, of 99 in a hundred. */
const CLOSED_WITHIN_MS = 1_000;
const GIVES_UP_MS = 10_000;

type Round = {
  closedMs: number;
  accepted: number;
  refused: number;
  /** An order sent after the freeze's answer that was accepted, or a press that was not answered. */
  wrong: string[];
};

/** True when no order was accepted after its freeze, every socket closed, and the 99th of a hundred in time. */
export async function stormFreezes(cluster: Cluster, wanted: number): Promise<boolean> {
  const urls = Object.values(cluster.apis).map((port) => `http://127.0.0.1:${port}`);
  const writers = await signInWriters(cluster.stack, MEMBERS);
  const rounds: Round[] = [];
  const late: string[] = [];
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
      rounds.push(
        ...(await Promise.all(
          some.map((writer) => playRound(urls, writer, orders.get(writer) ?? [])),
        )),
      );
    }
    late.push(...(await acceptedAfterFreeze(cluster.stack)));
    await thaw(cluster.stack);
    if (rounds.length % 100 < batch.length) console.log(`${rounds.length} of ${wanted} rounds`);
  }
  return report(rounds, late);
}

async function playRound(
  urls: readonly string[],
  writer: Writer,
  orders: readonly Order[],
): Promise<Round> {
  const sockets = await Promise.all(urls.map((url) => openSocket(url, writer)));
  const closed = Promise.all(sockets.map((socket) => ended(socket)));
  const around = orders.slice(0, AROUND).map(async (order, i) => {
    await pause(randomInt(SPREAD_MS));
    return send(urls[i % urls.length] ?? "", order);
  });
  await pause(randomInt(SPREAD_MS));
  const pressedAt = performance.now();
  const pressing = callBank(at(urls[randomInt(urls.length)] ?? "", writer), freezeAccount);
  const isClosed = await Promise.race([
    closed.then(() => true),
    pause(GIVES_UP_MS, false, { ref: false }),
  ]);
  const closedMs = isClosed ? performance.now() - pressedAt : GIVES_UP_MS;
  const pressed = await pressing;
  const after = await Promise.all(
    orders.slice(AROUND).map((order, i) => send(urls[i % urls.length] ?? "", order)),
  );
  const answers = await Promise.all(around);
  for (const socket of sockets) socket.disconnect();
  return {
    closedMs,
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
const at = (portalUrl: string, { client }: Writer) => ({
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
  return callBank(at(url, writer), transferOwnAccountToCard, { body, idempotencyKey: key });
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
  const times = rounds.map(({ closedMs }) => closedMs).toSorted((a, b) => a - b);
  const of = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
  const sum = (name: "accepted" | "refused") =>
    rounds.reduce((total, round) => total + round[name], 0);
  const wrong = [...late, ...rounds.flatMap((round) => round.wrong)];
  console.log(
    `${rounds.length} freezes; ${sum("accepted")} orders accepted before, ${sum("refused")} refused; ` +
      `${wrong.length} wrong`,
  );
  console.log(
    `press to closed sockets: median ${of(0.5)} ms, p99 ${of(0.99)} ms, most ${of(1)} ms`,
  );
  for (const line of wrong.slice(0, 20)) console.log(`  ${line}`);
  return wrong.length === 0 && of(0.99) <= CLOSED_WITHIN_MS;
}
