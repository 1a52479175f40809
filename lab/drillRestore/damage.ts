import {
  chownSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Programs } from "#scripts/restore/programs.ts";
import type { Repository } from "#scripts/restore/repository.ts";
import { replaceSettings } from "./drillFiles.ts";

/** A copy of a repository with a configuration of its own, to be damaged. */
export type Copy = { repository: Repository; root: string };

/** Copies a repository; on file systems that can, without copying its bytes. */
export function copyRepository(from: Repository, source: string, target: string): Copy {
  rmSync(target, { recursive: true, force: true });
  cpSync(source, target, { recursive: true, mode: 2 /* COPYFILE_FICLONE */ });
  const { user } = from.programs;
  for (const name of ["", ...readdirSync(target, { recursive: true, encoding: "utf8" })]) {
    if (user !== undefined) chownSync(path.join(target, name), user.uid, user.gid);
  }
  const text = replaceSettings(readFileSync(from.config, "utf8"), { "repo1-path": target });
  const config = `${target}.conf`;
  writeFileSync(config, text, { mode: 0o600 });
  give(from.programs, config);
  return { root: target, repository: { ...from, config } };
}

/** The largest file of the newest backup that is a table's, and no bundle of small ones. */
export function largestBackupFile(root: string, label: string): string {
  const folder = path.join(root, "backup", "bank", label, "pg_data", "base");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .toSorted((one, other) => statSync(other).size - statSync(one).size);
  const [largest] = files;
  if (largest === undefined) throw new Error(`${folder} has no files`);
  return largest;
}

/** The file of a segment in the archive. */
export function segmentFile(root: string, segment: string): string {
  const folder = path.join(root, "archive", "bank");
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((name) =>
    path.basename(name).startsWith(`${segment}-`),
  );
  if (found === undefined) throw new Error(`${segment} is not in the archive`);
  return path.join(folder, found);
}

/** Flips one bit in the middle of a file. */
export function flipBit(file: string): { at: number; of: number } {
  const bytes = readFileSync(file);
  const at = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
  writeFileSync(file, bytes);
  return { at, of: bytes.length };
}

function give({ user }: Programs, file: string): void {
  if (user !== undefined) chownSync(file, user.uid, user.gid);
}
