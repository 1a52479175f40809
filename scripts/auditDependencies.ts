import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { manilaDate } from "#common/manila.ts";
import { allowed } from "./auditDependencies/allowed.ts";
import { judgeAudit, judgeLock, type Vulnerability } from "./auditDependencies/judgeAudit.ts";

/*
 * npm run audit:dependencies: asks the registry for advisories about what a release runs on, and for the
 * signatures of all packages, and looks at the lock file. Exits 1 with a line for each finding, 2 when the
 * registry could not be asked.
 */

// npm's own forms.
type Lock = { packages: Parameters<typeof judgeLock>[0] };
type Audit = { vulnerabilities?: Record<string, Vulnerability> };

function main(): number {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const audit = readAudit();
  if (audit === undefined) return 2;
  const findings = [
    ...judgeLock(lock.packages),
    ...judgeAudit(Object.values(audit), allowed, manilaDate(new Date())),
  ];
  const signatures = npm(["audit", "signatures"]);
  if (signatures.status !== 0) findings.push(`signatures: ${signatures.said}`);
  for (const finding of findings) console.log(finding);
  if (findings.length > 0) return 1;
  const count = Object.keys(lock.packages).length - 1;
  console.log(`${count} packages locked by hash, nothing high or critical, signatures verified.`);
  return 0;
}

function readAudit(): Record<string, Vulnerability> | undefined {
  const { out, said } = npm(["audit", "--omit=dev", "--json"]);
  try {
    const { vulnerabilities } = JSON.parse(out) as Audit;
    if (vulnerabilities !== undefined) return vulnerabilities;
  } catch {
    // Told below.
  }
  console.error(`The registry gave no list of advisories:\n${said}`);
  return undefined;
}

function npm(args: string[]): { status: number | null; out: string; said: string } {
  const { status, stdout, stderr, error } = spawnSync("npm", args, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  return { status, out: stdout, said: `${stdout}${stderr}`.trim() };
}

process.exitCode = main();
