import path from "node:path";
import { disasters } from "./drillRestore/disasters.ts";
import { damageTrials } from "./drillRestore/damageTrials.ts";
import { fillMembers } from "./drillRestore/fillMembers.ts";
import { startLoad } from "./drillRestore/load.ts";
import { readDrillOptions, USAGE } from "./drillRestore/options.ts";
import { allRight, makeReport } from "./drillRestore/report.ts";
import { onStage, type Stage, untilSealed } from "./drillRestore/stage.ts";
import { type NotedBalances, noteBalances } from "#scripts/restore/balances.ts";
import { runScript } from "#scripts/restore/programs.ts";
import { mustRun, readInfo } from "#scripts/restore/repository.ts";
import { untilArchived } from "#scripts/restore/verifyRestore.ts";
import { explain } from "#scripts/start/problem.ts";
import { readArguments } from "#scripts/start/readArguments.ts";

/*
 * npm run drill:restore: a bank on PostgreSQL 15 whose log is archived by pgBackRest, with the settings of
 * deploy/backup. It is backed up under load, verified as every night, destroyed under load and restored; then
 * its backups are damaged, and each damage must be refused by name.
 */
const { members, seconds } = readArguments(USAGE, () => readDrillOptions(process.argv.slice(2)));
const report = makeReport(console.log);
try {
  await onStage(async (stage) => {
    await prepare(stage, members);
    const load = await startLoad(stage.stack);
    await backUp(stage);
    await nightly(stage);
    const noted = await note(stage);
    await disasters(stage, report, load, noted, seconds);
    await damageTrials(stage, report, noted);
  });
  const isRight = allRight(report.rows);
  console.log(isRight ? "\nEverything that was claimed holds." : "\nNOT everything holds.");
  process.exitCode = isRight ? 0 : 1;
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

async function prepare({ primary }: Stage, members: number): Promise<void> {
  await report.timed(`${members} members`, () => fillMembers(primary.adminUrl, members));
  await report.timed(
    "the trail is sealed",
    () => untilSealed(primary.adminUrl),
    (entries) => `${entries} entries`,
  );
}

async function backUp({ primary: { repository } }: Stage): Promise<void> {
  await report.timed(
    "a full backup under load",
    async () => {
      await mustRun(repository, "backup", ["--type=full"]);
      return (await readInfo(repository)).backups.at(-1);
    },
    (backup) =>
      `${megabytes(backup?.size)} MB, ${megabytes(backup?.repositorySize)} MB in the repository`,
  );
}

/** The command itself, as the timer runs it, with the bank under load. */
async function nightly({ primary, stack, folders }: Stage): Promise<void> {
  const { code, output } = await report.timed("npm run restore:verify under load", () =>
    runScript("scripts/restoreVerify.ts", {
      DATABASE_URL: primary.adminUrl,
      DATA_DIR: stack.places.dataDir,
      PGBACKREST_CONFIG: primary.repository.config,
      RESTORE_DIR: folders.root,
      MONITOR_FILE: path.join(folders.root, "restore.prom"),
    }),
  );
  report.claim("the nightly restore is right", code === 0, `exit code ${code}\n${output}`);
}

/** A place in the log that later restores go back to. */
async function note({ primary }: Stage): Promise<NotedBalances> {
  const noted = await noteBalances(primary.adminUrl, "before-the-loss");
  await untilArchived(primary.repository, primary.adminUrl, noted.segment);
  return noted;
}

function megabytes(bytes = 0): number {
  return Math.round(bytes / 1024 ** 2);
}
