import { randomUUID } from "node:crypto";
import { io as connect, type Socket } from "socket.io-client";
import { brand } from "#brand";
import { login, logout } from "#contract/auth.ts";
import { transferOwnAccountToCard } from "#contract/transfers.ts";
import { callBank, newClient, type RawAnswer } from "#scripts/client/bankClient.ts";
import { approve, asOwner } from "#scripts/killLoop/prepare.ts";
import {
  newOrder,
  type Order,
  type Promises,
  sendUntilAccepted,
  type Writer,
} from "#scripts/killLoop/writers.ts";
import type { Cluster } from "./startCluster.ts";
import { waitUntil } from "./waitUntil.ts";

/** What one process did or counted, and another must know. */
export type Crossing = { what: string; isRight: boolean; seen: string };

const ENDED_WITHIN_MS = 1_000;

/** Does at one process what must show at the others, each once. The member is signed out by it. */
export async function crossProcesses(
  cluster: Cluster,
  writer: Writer,
  promises: Promises,
): Promise<Crossing[]> {
  const urls = Object.values(cluster.apis).map((port) => `http://127.0.0.1:${port}`);
  const found = [
    await spendOneCode(cluster, urls, writer, promises),
    await repeatOneOrder(cluster, urls, writer, promises),
    await lockOut(cluster, urls, writer),
  ];
  const sockets = await Promise.all(
    [...urls, cluster.balancer.url].map((url) => open(url, writer)),
  );
  try {
    found.push(await ringBell(cluster, urls, writer, promises, sockets));
    found.push(await logOut(urls, writer, sockets));
  } finally {
    for (const socket of sockets) socket.close();
  }
  return found;
}

async function ringBell(
  cluster: Cluster,
  [url = ""]: readonly string[],
  writer: Writer,
  promises: Promises,
  sockets: readonly Socket[],
): Promise<Crossing> {
  const heard = sockets.map(() => 0);
  sockets.forEach((socket, i) => {
    socket.on("notification", () => (heard[i] = (heard[i] ?? 0) + 1));
  });
  const order = newOrder(at(writer, url));
  await approve(cluster.stack, [order]);
  await sendUntilAccepted(order, promises);
  const took = await waitUntil("the bell", () => heard.every((count) => count > 0)).catch(
    () => NaN,
  );
  const reached = heard.filter((count) => count > 0).length;
  return {
    what: "a bell is heard on sockets of every process",
    isRight: reached === sockets.length,
    seen: `${reached} of ${sockets.length} sockets, ${Math.round(took)} ms after the receipt`,
  };
}

async function logOut(
  urls: readonly string[],
  writer: Writer,
  sockets: readonly Socket[],
): Promise<Crossing> {
  await callBank(at(writer, urls[1] ?? "").client, logout);
  const took = await waitUntil("the end", () => sockets.every((socket) => !socket.connected)).catch(
    () => NaN,
  );
  const closed = sockets.filter((socket) => !socket.connected).length;
  return {
    what: "a logout at one process ends the sockets of all",
    isRight: closed === sockets.length && took <= ENDED_WITHIN_MS,
    seen: `${closed} of ${sockets.length} sockets within ${Math.round(took)} ms`,
  };
}

/** One code and four orders of the same amount, sent to four processes at the same moment. */
async function spendOneCode(
  cluster: Cluster,
  urls: readonly string[],
  writer: Writer,
  promises: Promises,
): Promise<Crossing> {
  const order = newOrder(writer);
  await approve(cluster.stack, [order]);
  const orders = urls.map((url) => ({ ...order, writer: at(writer, url), key: randomUUID() }));
  const accepted = (await sendAtOnce(orders, promises)).filter(isAccepted).length;
  return {
    what: "a code is spent once over all processes",
    isRight: accepted === 1,
    seen: `${accepted} of ${orders.length} orders with the same code accepted`,
  };
}

/** One order under one key, sent to every process at the same moment. */
async function repeatOneOrder(
  cluster: Cluster,
  urls: readonly string[],
  writer: Writer,
  promises: Promises,
): Promise<Crossing> {
  const order = newOrder(writer);
  await approve(cluster.stack, [order]);
  const orders = urls.map((url) => ({ ...order, writer: at(writer, url) }));
  const answers = await sendAtOnce(orders, promises);
  const refNos = new Set(answers.map(({ body }) => body.result?.["refNo"]));
  return {
    what: "one key is one transfer over all processes",
    isRight: answers.every(isAccepted) && refNos.size === 1,
    seen: `${answers.filter(isAccepted).length} answers, ${refNos.size} reference number`,
  };
}

/** Wrong passwords for one name, sent to all processes at the same moment; then the right one. */
async function lockOut(
  cluster: Cluster,
  urls: readonly string[],
  { memberId }: Writer,
): Promise<Crossing> {
  const username = await asOwner(cluster.stack, async (client) => {
    const { rows } = await client.query<{ username: string }>(
      "select username from member where status = 'active' and username is not null and id <> $1 order by id limit 1",
      [memberId],
    );
    return rows[0]?.username ?? "";
  });
  const tries = await Promise.all(
    [...urls, ...urls, ...urls].map((url, i) =>
      callBank(newClient(url), login, { body: { username, password: `a wrong guess ${i}` } }),
    ),
  );
  const right = await callBank(newClient(urls.at(-1) ?? ""), login, {
    body: { username, password: brand.demoPassword },
  });
  const looked = tries.filter(({ body }) => body.code === "login_incorrect").length;
  return {
    what: "tries of a password are counted over all processes",
    isRight: looked === 2 && right.body.code === "login_suspended",
    seen: `${tries.length} wrong ones: ${looked} told wrong, the rest and the right one ${right.body.code}`,
  };
}

function sendAtOnce(orders: readonly Order[], promises: Promises): Promise<RawAnswer[]> {
  return Promise.all(
    orders.map(async ({ writer, key, amount, pinId, pin }) => {
      const answer = await callBank(writer.client, transferOwnAccountToCard, {
        body: {
          source_account: writer.sourceAccount,
          destination_account: writer.cardAccount,
          amount,
          pinId,
          pin,
        },
        idempotencyKey: key,
      });
      if (isAccepted(answer)) promises.refNos.set(key, String(answer.body.result?.["refNo"]));
      return answer;
    }),
  );
}

function isAccepted({ body }: RawAnswer): boolean {
  return body.status === true;
}

/** The same member at one process, past the balancer. */
function at(writer: Writer, portalUrl: string): Writer {
  return { ...writer, client: { ...writer.client, portalUrl } };
}

async function open(url: string, { client }: Writer): Promise<Socket> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const socket = connect(url, {
    auth: { token: client.token },
    forceNew: true,
    reconnection: false,
    transports: ["websocket"],
    extraHeaders: { cookie },
  });
  await waitUntil(`a socket at ${url}`, () => socket.connected);
  return socket;
}
