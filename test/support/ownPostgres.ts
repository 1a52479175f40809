import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { type EmbeddedDatabase, startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { readPostmaster } from "#server/db/postmaster.ts";
import { prepareDatabase } from "#server/db/prepareDatabase.ts";

export type OwnPostgres = {
  /** The application's connection; the same for every start. */
  appUrl: string;
  /** kill -9 of every process of the server, as the kernel does it when memory runs out. */
  kill: () => void;
  /** Connections stay open, and nothing comes over them any more; or it does again. */
  hang: (isHanging: boolean) => void;
  startAgain: () => Promise<void>;
  close: () => Promise<void>;
};

/** A migrated PostgreSQL that a test may really stop. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "away-"));
  chmodSync(folder, 0o755);
  let database = await startEmbedded(folder);
  const urls = await prepareDatabase(database.adminUrl, path.join(folder, "passwords.json"));
  await migrate(urls.ownerUrl);
  const address = await keepAddress(portOf(database));
  const url = new URL(urls.appUrl);
  url.port = String(address.port);
  return {
    appUrl: url.href,
    hang: address.hang,
    kill: () => {
      const postmaster = readPostmaster(path.join(folder, "pg18"));
      if (postmaster === undefined) throw new Error("no database server runs");
      // It leads a group of its own.
      process.kill(-postmaster.pid, "SIGKILL");
    },
    startAgain: async () => {
      database = await startEmbedded(folder);
      address.leadTo(portOf(database));
    },
    close: async () => {
      address.close();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const portOf = ({ adminUrl }: EmbeddedDatabase) => Number(new URL(adminUrl).port);

/** The embedded server takes a free port at each start; this is one address for all of them. */
async function keepAddress(first: number) {
  let target = first;
  let isSilent = false;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (isSilent) {
      open.add(near.pause());
      near.on("error", () => near.destroy());
      return;
    }
    const far = connect(target, "127.0.0.1");
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
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has this form of address.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    hang: (isHanging: boolean) => {
      isSilent = isHanging;
      for (const socket of open) {
        if (isHanging) socket.pause();
        else socket.resume();
      }
    },
    leadTo: (next: number) => {
      target = next;
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
