import { createHmac } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Network } from "./network.ts";

/** What a partner has to tell us, signed, repeated until it is taken. */
export type Callback = {
  from: "issuer" | "instapay";
  id: string;
  body: string;
  dueAt: number;
  /** Reads an answer that is one to be read; false has it sent again. Without it every 200 ends it. */
  hear?: (status: number, body: string) => boolean;
};

export type Callbacks = {
  tell: (callback: Callback) => void;
  /** Those whose time has come. */
  due: () => Callback[];
  /** Sends one to a process; it is done with when it was taken, unless the seed has the partner say it again. */
  deliver: (callback: Callback, to: FastifyInstance) => Promise<number>;
  nextDue: () => number;
};

const PATHS = {
  issuer: { path: "/api/issuer/events", type: "application/json" },
  instapay: { path: "/api/rails/instapay/messages", type: "application/xml" },
} as const;

export function makeCallbacks(
  keys: Record<Callback["from"], Buffer | string>,
  { network, now, onTaken }: { network: Network; now: () => number; onTaken: (id: string) => void },
): Callbacks {
  const waiting = new Map<string, Callback>();
  let deliveries = 0;
  return {
    tell: (callback) => waiting.set(callback.id, callback),
    due: () => [...waiting.values()].filter(({ dueAt }) => dueAt <= now()),
    async deliver({ from, id, body, hear }, to) {
      deliveries += 1;
      const [timestamp, nonce] = [String(now()), `delivery-${deliveries}`];
      const { path, type } = PATHS[from];
      const { statusCode, body: answer } = await to.inject({
        method: "POST",
        url: path,
        payload: body,
        headers: {
          "content-type": type,
          [`x-${from}-timestamp`]: timestamp,
          [`x-${from}-nonce`]: nonce,
          [`x-${from}-signature`]: createHmac("sha256", keys[from])
            .update(`${timestamp}.${nonce}.${body}`)
            .digest("hex"),
        },
      });
      if (hear !== undefined) {
        const isAnswer = [200, 400, 404, 409].includes(statusCode);
        if (isAnswer && hear(statusCode, answer)) waiting.delete(id);
        return statusCode;
      }
      if (statusCode === 200) {
        onTaken(id);
        if (!network.strikes(0.2, "again", id, deliveries)) waiting.delete(id);
      }
      return statusCode;
    },
    nextDue: () => Math.min(Infinity, ...[...waiting.values()].map(({ dueAt }) => dueAt)),
  };
}
