import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { subscribePush } from "#contract/push.ts";
import { presentPushKey } from "#server/platform/gateways/push/pushKeys.ts";
import type { Browser } from "./browser.ts";
import { drainJobs } from "./drainJobs.ts";
import type { TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";
import { asAdmin } from "./testDb.ts";

/** What a browser gives the page that it subscribed. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };
/** As the sandbox's push service lists it. */
export type Pushed = {
  id: string;
  words: string | null;
  ttl: number;
  urgency: string;
  topic: string;
};

/** Browsers of the sandbox's push service, which reads what is pushed to them with their own keys. */
export function makePushBench(world: World) {
  const { sandbox } = world;
  const post = (path: string, body: object) =>
    fetch(new URL(path, sandbox.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const nameOf = ({ endpoint }: Subscription) => endpoint.slice(endpoint.lastIndexOf("/") + 1);

  async function subscribe(): Promise<Subscription> {
    const applicationServerKey = presentPushKey(world.app.secrets).publicKey;
    // The sandbox's own answer.
    return (await (
      await post("/push/subscribers", { applicationServerKey })
    ).json()) as Subscription;
  }

  return {
    subscribe,
    /** Has a member's browser subscribed, and answers as what. */
    async turnOn(
      member: TestMember,
      browser: Browser,
      subscription?: Subscription,
    ): Promise<Subscription> {
      const made = subscription ?? (await subscribe());
      const call = { params: { guid: member.guid }, body: made };
      const answer = await world.call(subscribePush, call, browser);
      if (!answer.status) throw new Error(answer.message);
      return made;
    },
    async pushesTo(subscription: Subscription): Promise<Pushed[]> {
      const url = new URL(`/push?subscriber=${nameOf(subscription)}`, sandbox.url);
      return (await (await fetch(url)).json()) as Pushed[];
    },
    wordsOf: (pushed: Pushed | undefined): unknown => JSON.parse(pushed?.words ?? "null"),
    fault: (mode: string, delaySeconds = 3) =>
      post("/faults", { target: "push", mode, delaySeconds, effect: "lost" }),
    /** A push service of the same address that sends whoever comes elsewhere. */
    async redirectTo(location: string): Promise<{ url: string; close: () => Promise<void> }> {
      const server = createServer((_request, response) =>
        response.writeHead(307, { location }).end(),
      );
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      // Listening on a port, so it is an address of the network.
      const { port } = server.address() as AddressInfo;
      return {
        url: `http://127.0.0.1:${port}/push/elsewhere`,
        async close() {
          server.closeAllConnections();
          server.close();
          await once(server, "close");
        },
      };
    },
    end: (subscription: Subscription) => post(`/push/subscribers/${nameOf(subscription)}/end`, {}),
    /** How long the next try of a push waits. */
    async waitingSeconds(): Promise<number> {
      const { rows } = await asAdmin(world.database.ownerUrl, (owner) =>
        owner.query<{ seconds: number }>(
          `select extract(epoch from max(run_at) - now())::float8 as seconds
           from graphile_worker.jobs where task_identifier = 'send_push'`,
        ),
      );
      return rows[0]?.seconds ?? 0;
    },
    /** What waits to be pushed again is due now. */
    async hasten(): Promise<void> {
      await asAdmin(world.database.ownerUrl, (owner) =>
        owner.query(
          `update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
           where t.id = j.task_id and t.identifier = 'send_push'`,
        ),
      );
      await drainJobs(world.app);
    },
  };
}
