import { createHash } from "node:crypto";
import type { Change } from "#sandbox/books.ts";
import { strike } from "#sandbox/faults.ts";
import type { ClearingFileRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";

/** What the clearing house lists for the participant, oldest first. */
export function shownFiles(world: World): (ClearingFileRecord & { cursor: number })[] {
  return [...world.books.read("clearingFile").values()]
    .flatMap((file) => (file.cursor === null ? [] : [{ ...file, cursor: file.cursor }]))
    .toSorted((a, b) => a.cursor - b.cursor);
}

/**
 * Files to show at a moment, now or later. 'duplicate' makes two of each: the same message under two names.
 */
export function newFile(
  world: World,
  kind: ClearingFileRecord["kind"],
  { about, body, shownAt }: { about: string; body: string; shownAt: number },
): Change[] {
  const serial = world.books.read("clearingFile").size + 1;
  const name = `${kind.toUpperCase()}-${about}-${serial}.xml`;
  const sha256 = createHash("sha256").update(body).digest("hex");
  const names =
    strike(world, "pesonet")?.mode === "duplicate"
      ? [name, name.replace(/\.xml$/, "-AGAIN.xml")]
      : [name];
  return names.map((each) => ({
    table: "clearingFile",
    key: each,
    record: { cursor: null, name: each, kind, body, sha256, shownAt },
  }));
}

/** Puts what is to be shown by now in the list, behind what is there. */
export function showFiles(world: World): void {
  const now = world.now().getTime();
  const due = world.books
    .unfinished("clearingFile")
    .filter(({ shownAt }) => shownAt <= now)
    .toSorted((a, b) => a.shownAt - b.shownAt);
  if (due.length === 0) return;
  const last = shownFiles(world).at(-1)?.cursor ?? 0;
  world.books.write(
    due.map((file, index) => ({
      table: "clearingFile",
      key: file.name,
      record: { ...file, cursor: last + index + 1 },
    })),
  );
}
