import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LoadedBank } from "./bank.ts";
import { readProfiles, spentIn, spentText } from "./cpuProfiles.ts";
import { statementsText } from "./statements.ts";

/** What takes the time of the processes of one bank; of no bank where nobody asked. */
export type Profiling = {
  folder: string | undefined;
  /** Reads what only a bank that still runs can tell. */
  ask: (bank: LoadedBank) => Promise<void>;
  /** All of it, once the processes have ended; undefined where nobody asked. */
  text: () => string | undefined;
  end: () => void;
};

export function startProfiling(isWanted: boolean): Profiling {
  if (!isWanted) {
    return {
      folder: undefined,
      ask: () => Promise.resolve(),
      text: () => undefined,
      end: () => undefined,
    };
  }
  const folder = mkdtempSync(path.join(tmpdir(), "bank-load-profile-"));
  const names = new Map<number, string>();
  let statements = "database: pg_stat_statements is not installed";
  return {
    folder,
    ask: async (bank) => {
      for (const [place, { pid }] of bank.apis.entries()) {
        names.set(pid() ?? 0, place === 0 ? "api" : `api ${place + 1}`);
      }
      const { worker, sandbox } = bank.stack.pids();
      names.set(worker ?? 0, "worker").set(sandbox ?? 0, "sandbox");
      if (bank.countsStatements) statements = await statementsText(bank.stack);
    },
    text: () => {
      const profiles = readProfiles(folder);
      const processes = [...names].flatMap(([pid, name]) => {
        const profile = profiles.get(pid);
        return profile === undefined ? [] : [spentText(name, spentIn(profile))];
      });
      return [...processes, statements].join("\n\n");
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}
