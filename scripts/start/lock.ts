import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { problem } from "./problem.ts";

/** What the lock file says: who holds it, how to ask whether that is still so, and what it started. */
type LockFile = { pid: number; port: number; word: string; children: Record<string, number> };

export type Lock = {
  /** Children a dead predecessor left behind, by name; empty after an orderly stop. */
  leftBehind: Record<string, number>;
  /** Writes down which processes belong to this start. */
  note: (children: Record<string, number>) => void;
  release: () => void;
};

/**
 * Makes sure that one start at a time works in a data folder. The holder listens on a port of its own
 * and answers with the word of the lock file: that a process of that number lives would prove
 * nothing, because numbers are used again. A lock whose holder is gone is taken over.
 */
export async function takeLock(file: string): Promise<Lock> {
  const word = randomUUID();
  const { server, port } = await listen(word);
  const mine: LockFile = { pid: process.pid, port, word, children: {} };
  let leftBehind: Record<string, number> = {};
  for (let tries = 0; !writeNew(file, mine); tries += 1) {
    const holder = read(file);
    if (tries > 5 || (holder !== undefined && (await answers(holder)))) {
      server.close();
      throw problem(
        `The bank is already running from this folder${holder ? ` (process ${holder.pid})` : ""}.`,
        "Stop it with Ctrl-C where it runs, or start a second one with DATA_DIR=…, PORT=… and SANDBOX_PORT=…",
      );
    }
    leftBehind = holder?.children ?? {};
    moveAway(file, holder);
  }
  return {
    leftBehind,
    note: (children) => {
      const next = `${file}.${word}`;
      writeFileSync(next, JSON.stringify({ ...mine, children }), { mode: 0o600 });
      renameSync(next, file);
    },
    release: () => {
      server.close();
      if (read(file)?.word === word) rmSync(file, { force: true });
    },
  };
}

/** Removes a stale lock; puts it back if somebody else renewed it in between. */
function moveAway(file: string, stale: LockFile | undefined): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (read(aside)?.word !== stale?.word) linkSync(aside, file);
    rmSync(aside, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

function writeNew(file: string, lock: LockFile): boolean {
  const next = `${file}.${lock.word}`;
  writeFileSync(next, JSON.stringify(lock), { mode: 0o600 });
  try {
    // A link appears with its whole text or not at all.
    linkSync(next, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(next, { force: true });
  }
}

function read(file: string): LockFile | undefined {
  try {
    // Written above by a program of this project; anything else ends in the catch.
    const lock = JSON.parse(readFileSync(file, "utf8")) as LockFile;
    return typeof lock.port === "number" && typeof lock.word === "string" ? lock : undefined;
  } catch {
    return undefined;
  }
}

async function listen(word: string): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(word);
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve({ server, port: typeof address === "object" && address ? address.port : 0 });
    });
  });
}

async function answers(holder: LockFile): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = "";
    const socket = connect({ host: "127.0.0.1", port: holder.port, timeout: 2000 });
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => (heard += text));
    socket.on("timeout", () => socket.destroy());
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(heard === holder.word));
  });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
