import pg from "pg";
import { expect, test } from "vitest";
import type { App } from "#server/platform/app.ts";
import { PATIENT } from "#server/platform/base/gather.ts";
import { acceptTogether, type Verdict, type Ways } from "./acceptTogether.ts";

type Order = { tokenHash: Buffer; name: string };

const orderOf = (name: string): Order => ({ tokenHash: Buffer.from(name), name });

const receipt = (refNo: string) => ({ refNo, txnDate: "", state: "accepted" as const });

const accepted = (refNo: string): Verdict => ({
  verdict: "ok",
  available_centavos: null,
  answer: receipt(refNo),
});

function refusedBy(code: string): Error {
  const error = new pg.DatabaseError("no", 2, "error");
  error.code = code;
  return error;
}

/** The calls that were made, each by the names of its orders. */
function watch({ alone, isPlain = () => true }: Partial<Watched> = {}) {
  const calls: string[] = [];
  const ways: Ways<Order> = {
    plain: async (_app, orders) => {
      calls.push(`together: ${orders.map(({ name }) => name).join(", ")}`);
      const plain = orders.map((order, place) => [place + 1, order] as const);
      return Object.fromEntries(
        plain
          .filter(([, { name }]) => isPlain(name))
          .map(([place, { name }]) => [place, receipt(name)]),
      );
    },
    alone: async (_app, { name }) => {
      calls.push(`alone: ${name}`);
      return (await alone?.(name)) ?? accepted(name);
    },
  };
  const accept = acceptTogether(ways);
  // What is called is above; nothing else of a process is used.
  const app = { patience: PATIENT } as App;
  return { calls, order: (name: string) => accept(app, orderOf(name)) };
}

type Watched = {
  alone: (name: string) => Promise<Verdict | undefined>;
  isPlain: (name: string) => boolean;
};

test("orders of one moment are accepted in one call, one that comes alone by itself", async () => {
  const { calls, order } = watch();
  expect(await order("Ana")).toEqual(accepted("Ana"));
  const both = await Promise.all([order("Ben"), order("Carla")]);
  expect(both.map(({ answer }) => answer.refNo)).toEqual(["Ben", "Carla"]);
  expect(calls).toEqual(["alone: Ana", "together: Ben, Carla"]);
});

test("one of several that is not plain is judged by itself", async () => {
  const { calls, order } = watch({ isPlain: (name) => name !== "Ben" });
  await Promise.all([order("Ana"), order("Ben"), order("Carla")]);
  expect(calls).toEqual(["together: Ana, Ben, Carla", "alone: Ben"]);
});

test("S015 orders whose rows are held leave their places to others, and are asked about again", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = new Map<string, number>();
  const { order } = watch({
    alone: async (name) => {
      const times = (asked.get(name) ?? 0) + 1;
      asked.set(name, times);
      if (!name.startsWith("held")) return undefined;
      if (times === 1) throw refusedBy("55P03");
      await released;
      return undefined;
    },
  });
  const held: Promise<Verdict>[] = [];
  for (const name of ["held 1", "held 2", "held 3"]) {
    held.push(order(name));
    expect((await order(`after ${name}`)).answer.refNo).toBe(`after ${name}`);
  }
  release();
  expect((await Promise.all(held)).map(({ answer }) => answer.refNo)).toEqual([
    "held 1",
    "held 2",
    "held 3",
  ]);
});

test("S090 an order whose end is not known is not asked about again", async () => {
  const { calls, order } = watch({
    alone: async () => {
      throw new Error("Connection terminated unexpectedly");
    },
  });
  await expect(order("Ana")).rejects.toThrow("Connection terminated");
  expect(calls).toEqual(["alone: Ana"]);
});
