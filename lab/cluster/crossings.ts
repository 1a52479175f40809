import { io as connect, type Socket } from "socket.io-client";
import { logout } from "#contract/auth.ts";
import { callBank, newClient } from "#test/client/bankClient.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import { type DemoMember, signIn } from "#test/client/signIn.ts";
import { approve, asOwner } from "#lab/killLoop/prepare.ts";
import { newOrder, type Promises, sendUntilAccepted, type Writer } from "#lab/killLoop/writers.ts";
import { at, type Crossing } from "./crossing.ts";
import { drainAccount, repeatOneOrder, spendOneCode } from "./crossingOrders.ts";
import { lockOut, useUpCode } from "./crossingTries.ts";
import type { Cluster } from "./startCluster.ts";
import { waitUntil } from "./waitUntil.ts";

const ENDED_WITHIN_MS = 1_000;

/** Does at one process what must show at the others, each once. The member is signed out by it. */
export async function crossProcesses(
  cluster: Cluster,
  writer: Writer,
  promises: Promises,
): Promise<Crossing[]> {
  const { stack } = cluster;
  const urls = Object.values(cluster.apis).map((port) => `http://127.0.0.1:${port}`);
  const sandbox = sandboxClient(stack.sandboxUrl);
  const [self, second, third] = await people(cluster, writer);
  if (!self || !second || !third) throw new Error("too few members of the demo");
  // The rounds before may have taken longer than a session may be idle.
  await signIn(writer.client, sandbox, self);
  const found = [
    await spendOneCode(stack, urls, writer, promises),
    await repeatOneOrder(stack, urls, writer, promises),
    await lockOut(urls, second),
    await useUpCode(urls, sandbox, third),
  ];
  const everywhere = [...urls, cluster.balancer.url];
  const sockets = await openAll(everywhere, writer);
  found.push(await ringBell(cluster, at(writer, urls[0] ?? ""), promises, sockets));
  found.push(await drainAccount(stack, urls, writer, promises));

  const elsewhere = { ...writer, client: newClient(urls[2] ?? "") };
  const forced = sockets.map(() => 0);
  sockets.forEach((socket, i) => socket.on("force-logout", () => (forced[i] = 1)));
  await signIn(elsewhere.client, sandbox, self);
  found.push(await seeEnd("a sign-in on another device", sockets, () => !forced.includes(0)));

  const again = await openAll(everywhere, elsewhere);
  await callBank(at(elsewhere, urls[1] ?? "").client, logout);
  found.push(await seeEnd("a logout", again, () => true));
  return found;
}

async function ringBell(
  cluster: Cluster,
  writer: Writer,
  promises: Promises,
  sockets: readonly Socket[],
): Promise<Crossing> {
  const heard = sockets.map(() => 0);
  sockets.forEach((socket, i) => socket.on("notification", () => (heard[i] = 1)));
  const order = newOrder(writer);
  await approve(cluster.stack, [order]);
  await sendUntilAccepted(order, promises);
  const took = await waitUntil("the bell", () => !heard.includes(0)).catch(() => NaN);
  const reached = heard.filter((one) => one === 1).length;
  return {
    what: "a bell is heard on sockets of every process",
    isRight: reached === sockets.length,
    seen: `${reached} of ${sockets.length} sockets, ${Math.round(took)} ms after the receipt`,
  };
}

/** Counts from the answer of the call that ended the session. */
async function seeEnd(
  cause: string,
  sockets: readonly Socket[],
  isTold: () => boolean,
): Promise<Crossing> {
  const isOver = () => isTold() && sockets.every((socket) => !socket.connected);
  const took = await waitUntil("the end", isOver).catch(() => NaN);
  const closed = sockets.filter((socket) => !socket.connected).length;
  for (const socket of sockets) socket.close();
  return {
    what: `${cause} at one process ends the sockets of all`,
    isRight: took <= ENDED_WITHIN_MS,
    seen: `${closed} of ${sockets.length} sockets within ${Math.round(took)} ms`,
  };
}

/** Who orders, and two others whom a code reaches. */
async function people(cluster: Cluster, { memberId }: Writer): Promise<DemoMember[]> {
  return asOwner(cluster.stack, async (client) => {
    const { rows } = await client.query<{ username: string; mobile_number: string }>(
      `select username, mobile_number from member
       where status = 'active' and username is not null and mobile_number is not null
       order by id <> $1, id limit 3`,
      [memberId],
    );
    return rows.map((row) => ({ username: row.username, mobileNumber: row.mobile_number }));
  });
}

async function openAll(urls: readonly string[], { client }: Writer): Promise<Socket[]> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const sockets = urls.map((url) =>
    connect(url, {
      auth: { token: client.token },
      forceNew: true,
      reconnection: false,
      transports: ["websocket"],
      extraHeaders: { cookie },
    }),
  );
  await waitUntil("sockets at every process", () => sockets.every(({ connected }) => connected));
  return sockets;
}
