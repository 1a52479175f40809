import { readdirSync, readFileSync } from "node:fs";

/**
 * What a process, or several together, used up to now. Its own memory is all that it asked for and touched; pages of
 * files (programs, libraries) are counted apart, for the kernel takes them back and reads them again as it likes.
 */
export type Usage = { cpuMs: number; ownBytes: number; fileBytes: number };

/** Of Linux: a hundredth of a second (sysconf(_SC_CLK_TCK) is 100 on every platform that Node runs on). */
const TICK_MS = 10;

/** Processor time and memory of a process; nothing of one that has ended. */
export function usageOf(pid: number): Usage {
  const status = read(`/proc/${pid}/status`);
  return {
    cpuMs: cpuMsIn(read(`/proc/${pid}/stat`)),
    ownBytes: (kilobytes(status, "RssAnon") + kilobytes(status, "RssShmem")) * 1024,
    fileBytes: kilobytes(status, "RssFile") * 1024,
  };
}

/**
 * The same of PostgreSQL: its first process and all that it started. Memory is what each has for itself, and what
 * they share once. Time of connections that ended meanwhile is in their parent's.
 */
export function usageOfDatabase(pid: number): Usage {
  const children = childrenOf(pid);
  const parent = read(`/proc/${pid}/stat`);
  let cpuMs = cpuMsIn(parent) + cpuMsOfEnded(parent);
  let own = 0;
  let shared = 0;
  let files = 0;
  for (const each of [pid, ...children]) {
    if (each !== pid) cpuMs += cpuMsIn(read(`/proc/${each}/stat`));
    const status = read(`/proc/${each}/status`);
    own += kilobytes(status, "RssAnon");
    shared = Math.max(shared, kilobytes(status, "RssShmem"));
    files = Math.max(files, kilobytes(status, "RssFile"));
  }
  return { cpuMs, ownBytes: (own + shared) * 1024, fileBytes: files * 1024 };
}

/** The fields of /proc/PID/stat after the name, which may hold blanks. */
function fieldsOf(stat: string): number[] {
  return stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
}

/** Fields 14 and 15 of proc(5): time in the program and in the kernel for it. */
export function cpuMsIn(stat: string): number {
  const fields = fieldsOf(stat);
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) * TICK_MS;
}

/** Fields 16 and 17: of children that ended and were waited for. */
function cpuMsOfEnded(stat: string): number {
  const fields = fieldsOf(stat);
  return ((fields[13] ?? 0) + (fields[14] ?? 0)) * TICK_MS;
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0);
}

function childrenOf(pid: number): number[] {
  const listed = read(`/proc/${pid}/task/${pid}/children`).trim();
  if (listed !== "") return listed.split(" ").map(Number);
  // Without that file of the kernel: whoever names it as parent.
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && fieldsOf(read(`/proc/${name}/stat`))[1] === pid)
    .map(Number);
}

/** Processor time of everything that runs on this machine. */
export function cpuMsOfMachine(): number {
  return machineCpuMsIn(read("/proc/stat"));
}

/** The first line of /proc/stat: user, nice, system, idle, waiting for the disk, interrupts of both kinds, … */
export function machineCpuMsIn(stat: string): number {
  const [user = 0, nice = 0, system = 0, , , hard = 0, soft = 0] = (stat.split("\n")[0] ?? "")
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + hard + soft) * TICK_MS;
}

/** How many files and sockets a process may have open; 0 where nobody says. */
export function openFilesLimit(): number {
  const [, hard = "0"] = /^Max open files\s+\S+\s+(\d+)/m.exec(read("/proc/self/limits")) ?? [];
  return Number(hard);
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
