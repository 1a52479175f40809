import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { NotedBalances } from "#scripts/restore/balances.ts";
import { readInfo, reasonIn, type Repository, verify } from "#scripts/restore/repository.ts";
import { restoreScratch, startScratch, type Target } from "#scripts/restore/scratchCluster.ts";
import { copyRepository, flipBit, largestBackupFile, segmentFile } from "./damage.ts";
import { own, writeConfig } from "./primary.ts";
import type { Report } from "./report.ts";
import type { Stage } from "./stage.ts";

/**
 * Damages a copy of the repository, one bit at a time, and claims that verification and restore refuse it and
 * name the file; that the copy without damage is right; and that nothing opens without the passphrase.
 */
export async function damageTrials(
  { folders, primary: { repository } }: Stage,
  report: Report,
  noted: NotedBalances,
): Promise<void> {
  const copy = copyRepository(repository, folders.repository, path.join(folders.root, "copy"));
  const sound = await report.timed("verify of an undamaged copy", () => verify(copy.repository));
  report.claim("an undamaged copy is right", sound.isRight, sound.isRight ? "" : sound.said);

  const [oldest] = (await readInfo(repository)).backups;
  const files = [
    ["a file of the backup", largestBackupFile(copy.root, oldest?.label ?? ""), false],
    ["a segment of the archive", segmentFile(copy.root, noted.segment), true],
  ] as const;
  for (const [what, file, isSegment] of files) {
    const name = path.basename(file).replace(/\.lz4$/, "");
    const { at, of } = flipBit(file);
    const { isRight, damaged } = await verify(copy.repository);
    report.claim(
      `verify refuses ${what}`,
      !isRight && damaged.some((each) => each.includes(name)),
      `one bit in byte ${at} of ${of}; named: ${damaged.join(", ")}`,
    );
    const target: Target = { type: "name", value: noted.point };
    const set = oldest === undefined ? [] : [`--set=${oldest.label}`];
    const said = await whyNot({ ...copy.repository, options: set }, folders.root, target);
    // Of a file of the backup restore says only that it does not open: verify is who names it.
    const isNamed = isSegment ? said.includes(noted.segment) : /ERROR: \[0/.test(said);
    report.claim(`restore refuses ${what}`, isNamed, said);
    // The same bit again: as it was.
    flipBit(file);
  }
  const { programs } = repository;
  const folder = path.join(folders.root, "stranger");
  own(programs, folder);
  const settings = readFileSync(repository.config, "utf8");
  const config = writeConfig(programs, folder, settings, randomBytes(36).toString("base64url"));
  const said = await whyNot({ ...repository, config }, folders.root, { type: "default" });
  report.claim("another passphrase opens nothing", /FormatError|CryptoError/.test(said), said);
}

/** Why a restore fails, in the words of the program; empty when it does not. */
async function whyNot(repository: Repository, root: string, target: Target): Promise<string> {
  const folder = path.join(root, "damaged");
  try {
    await restoreScratch(repository, folder, target);
    const scratch = await startScratch(repository.programs, folder);
    await scratch.stop();
    return "";
  } catch (error) {
    return reasonIn(error instanceof Error ? error.message : String(error));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
