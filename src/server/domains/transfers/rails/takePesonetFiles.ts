import { createHash } from "node:crypto";
import type { App } from "#server/platform/app.ts";
import { takeInwardFile } from "#server/domains/transfers/inward/takeInwardFile.ts";
import type { PesonetFile } from "#server/platform/gateways/rails/pesonet.ts";
import {
  claimLeftFile,
  correlationIdOf,
  endLeftFile,
  type FileException,
  leaveFile,
  setEntryAside,
} from "./pesonetFilesLeft.ts";
import { movePosition, noteChecked, readPosition } from "./pesonetPosition.ts";
import { receiveRailMessage } from "./receiveRailMessage.ts";

/** After this many failures in a row the trouble is the clearing house's: the rest waits for the next run. */
const ENOUGH = 3;

/**
 * Fetches the clearing house's new files in its order and applies each once. A file that cannot be fetched or
 * applied is set aside and retried, so that no other waits for it: statuses lead to the same outcome in any
 * order (railStates.ts). Answers how many were applied.
 */
export async function takePesonetFiles(app: App): Promise<number> {
  const taken = await takeListed(app);
  return taken + (await takeLeft(app));
}

async function takeListed(app: App): Promise<number> {
  for (let taken = 0, failed = 0; ;) {
    const position = await readPosition(app.db);
    const at = app.now();
    const listed = await app.pesonet.list(position);
    if (listed.kind === "unknown") {
      app.log.warn({ reason: listed.reason }, "the clearing house's list cannot be read");
      return taken;
    }
    const placeless = listed.files.find(({ cursor }) => cursor === undefined);
    if (placeless?.kind === "odd") await setEntryAside(app, placeless);
    // A clearing house that does not know ?after= keeps listing what is done with.
    const files = listed.files
      .filter(({ cursor }) => (cursor ?? 0) > position)
      .toSorted((a, b) => (a.cursor ?? 0) - (b.cursor ?? 0));
    if (files.length === 0) {
      // An entry without a position is never passed: while it is there the list is not read to its end.
      if (placeless === undefined) await noteChecked(app.db, at);
      return taken;
    }
    for (const file of files) {
      if (file.kind === "odd") {
        await setEntryAside(app, file);
        continue;
      }
      const trouble = await takeFile(app, file);
      if (trouble === undefined) {
        await movePosition(app.db, file.cursor, app.now());
        taken += 1;
        failed = 0;
      } else {
        await leaveFile(app, file, trouble);
        failed += 1;
      }
      if (failed === ENOUGH) return taken;
    }
  }
}

async function takeLeft(app: App): Promise<number> {
  let taken = 0;
  for (let failed = 0; failed < ENOUGH;) {
    const file = await claimLeftFile(app);
    if (file === undefined) return taken;
    const trouble = await takeFile(app, file);
    if (trouble === undefined) {
      await endLeftFile(app, file);
      taken += 1;
      failed = 0;
    } else {
      await leaveFile(app, file, trouble);
      failed += 1;
    }
  }
  return taken;
}

/** Undefined when the file is done with. */
async function takeFile(app: App, file: PesonetFile): Promise<FileException | undefined> {
  // Statements are read by day, when the day is reconciled (readRailSettlement.ts).
  if (file.kind === "settlement") return undefined;
  const fetched = await app.pesonet.fetch(file.name);
  if (fetched.kind === "unknown") {
    app.log.warn({ file: file.name, reason: fetched.reason }, "a PESONet file cannot be fetched");
    return "it cannot be fetched";
  }
  if (createHash("sha256").update(fetched.bytes).digest("hex") !== file.sha256) {
    app.log.error({ file: file.name }, "a PESONet file is not the one that was listed");
    return "it is not the file that was listed";
  }
  const correlationId = correlationIdOf(file);
  const arrived = { rail: "pesonet", bytes: fetched.bytes, correlationId } as const;
  try {
    if (file.kind === "inward") await takeInwardFile(app, arrived);
    else await receiveRailMessage(app, { ...arrived, via: "file" });
    return undefined;
  } catch (error) {
    app.log.error({ err: error, file: file.name }, "a PESONet file could not be taken");
    return "it was fetched and could not be taken";
  }
}
