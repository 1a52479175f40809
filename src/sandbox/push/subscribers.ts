import { createECDH, randomBytes } from "node:crypto";
import type { PushRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { decrypt } from "./decrypt.ts";

/** What a browser gives a page that it subscribed. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** A browser of nobody's that takes what is pushed to it, and whose keys are the sandbox's. */
export function makeSubscriber(
  world: World,
  { origin, serverKey }: { origin: string; serverKey: string },
): Subscription {
  const pair = createECDH("prime256v1");
  const p256dh = pair.generateKeys("base64url");
  const auth = randomBytes(16).toString("base64url");
  const id = `sub-${randomBytes(12).toString("base64url")}`;
  const privateKey = pair.getPrivateKey("base64url");
  const record = { id, serverKey, p256dh, auth, privateKey, isGone: false };
  world.books.write([{ table: "pushSubscriber", key: id, record }]);
  return { endpoint: `${origin}/push/${id}`, p256dh, auth };
}

/** Its owner took the permission back: what is pushed there from now on is answered with 410. */
export function endSubscriber(world: World, id: string): boolean {
  const known = world.books.read("pushSubscriber").get(id);
  if (known === undefined) return false;
  world.books.write([{ table: "pushSubscriber", key: id, record: { ...known, isGone: true } }]);
  return true;
}

type Taken = {
  subscriber: string;
  body: Buffer;
  ttl: number;
  urgency: string;
  topic: string;
};

/** Keeps a message, read as its browser would read it. One of the same topic takes the place of the former. */
export function takePush(
  world: World,
  { subscriber, body, ttl, urgency, topic }: Taken,
): PushRecord {
  const known = world.books.read("pushSubscriber").get(subscriber);
  const keys = known && {
    privateKey: Buffer.from(known.privateKey, "base64url"),
    publicKey: Buffer.from(known.p256dh, "base64url"),
    auth: Buffer.from(known.auth, "base64url"),
  };
  const id = `msg-${randomBytes(12).toString("base64url")}`;
  const record = {
    id,
    subscriber,
    words: (keys && decrypt(body, keys)) ?? null,
    ttl,
    urgency,
    topic,
    at: world.now().getTime(),
  };
  const key = topic === "" ? id : `${subscriber} ${topic}`;
  world.books.write([{ table: "push", key, record }]);
  return record;
}

/** What was pushed, newest first. */
export function pushesTo(world: World, subscriber: string | undefined): PushRecord[] {
  return [...world.books.read("push").values()]
    .filter((push) => subscriber === undefined || push.subscriber === subscriber)
    .toReversed()
    .toSorted((a, b) => b.at - a.at);
}
