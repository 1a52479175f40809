import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { watchAnswers } from "./watchAnswers.ts";

export type ProxyFaults = {
  /** What share of the answers to a commit is lost: the connection breaks, the commit stands. */
  losesCommits: number;
  /** How long each packet of an answer waits. */
  delayMs: number;
  /** Takes what comes and answers nothing. */
  isSilent: boolean;
};

export type Proxy = {
  port: number;
  faults: ProxyFaults;
  /** How many answers to a commit were lost. */
  lost: () => number;
  /** New connections go to this port from now on. */
  leadTo: (port: number) => void;
  /** Breaks every connection. */
  cut: () => void;
  close: () => void;
};

/** A number of 0 to 1, for each decision. */
type Chance = () => number;

/** One lasting address of a PostgreSQL server, and whatever can go wrong on the way to it. */
export async function openProxy(first: number, chance: Chance): Promise<Proxy> {
  const faults: ProxyFaults = { losesCommits: 0, delayMs: 0, isSilent: false };
  const open = new Set<Socket>();
  let target = first;
  let lost = 0;
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: target, host: "127.0.0.1", noDelay: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    const watch = watchAnswers();
    near.on("data", (bytes: Buffer) => {
      if (faults.isSilent) return;
      watch.asked(bytes);
      far.write(bytes);
    });
    far.on("data", (bytes: Buffer) => {
      if (faults.isSilent) return;
      if (watch.answered(bytes) && chance() < faults.losesCommits) {
        lost += 1;
        near.destroy();
        far.destroy();
        return;
      }
      if (faults.delayMs > 0) setTimeout(() => near.write(bytes), faults.delayMs);
      else near.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    // A server that listens on a port has this form of address.
    port: (server.address() as AddressInfo).port,
    faults,
    lost: () => lost,
    leadTo: (port) => (target = port),
    cut,
    close: () => {
      server.close();
      cut();
    },
  };
}
