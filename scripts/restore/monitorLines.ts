import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** What Prometheus reads of the last verified restore, from a file that its node exporter collects. */
export type MonitoredRestore = {
  isRight: boolean;
  endedAt: Date;
  seconds: number;
  backupAt: Date | undefined;
};

const VERIFIED = "bank_restore_verified_timestamp_seconds";

/** A failed run keeps the time of the last good one: its age is what the alert looks at. */
export function monitorLines(
  { isRight, endedAt, seconds, backupAt }: MonitoredRestore,
  before: string,
): string {
  const verifiedAt = isRight ? unix(endedAt) : valueIn(before, VERIFIED);
  return [
    ...gauge(VERIFIED, "When a backup was last restored and found right", verifiedAt),
    ...gauge("bank_restore_verify_ok", "1 when the last verification was right", isRight ? 1 : 0),
    ...gauge("bank_restore_verify_seconds", "How long the last verification took", seconds),
    ...gauge(
      "bank_restore_backup_timestamp_seconds",
      "When the backup that was restored had ended",
      backupAt && unix(backupAt),
    ),
    "",
  ].join("\n");
}

export function gauge(name: string, help: string, value: number | undefined): string[] {
  if (value === undefined) return [];
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}

/** Whole: whoever reads meanwhile sees the former file. */
export function writeMonitorFile(file: string, lines: (before: string) => string): void {
  let before = "";
  try {
    before = readFileSync(file, "utf8");
  } catch {
    // The first run.
  }
  // Whoever may write there must not be able to lay a link under the name beforehand.
  const aside = `${file}.${randomBytes(12).toString("hex")}`;
  writeFileSync(aside, lines(before), { flag: "wx", mode: 0o644 });
  try {
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

export function unix(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

function valueIn(text: string, name: string): number | undefined {
  const found = new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
