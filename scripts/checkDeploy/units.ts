import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { run, type Tool } from "./tools.ts";

const FOLDER = "deploy/systemd";
const TEMPLATES = { "bank-api@.service": "8081", "bank-worker@.service": "1" };
const SERVICES = ["bank-api@8081.service", "bank-worker@1.service", "bank-verify.service"];
/** Of ten, by systemd's own weights: 2.0 and less is what it calls OK. */
const MOST_EXPOSED = 20;

export const unitTools: readonly Tool[] = [{ command: "systemd-analyze", package: "systemd" }];

/** systemd reads the units without a complaint, and finds little that a taken-over process could do. */
export function checkUnits(): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "bank-units-"));
  try {
    cpSync(FOLDER, folder, { recursive: true });
    for (const [template, instance] of Object.entries(TEMPLATES)) {
      cpSync(path.join(folder, template), path.join(folder, template.replace("@", `@${instance}`)));
    }
    const units = [...SERVICES, "bank-verify.timer", "bank.target"].map((unit) =>
      path.join(folder, unit),
    );
    for (const unit of units) useNodeOfThisMachine(unit);
    const complaints = run("systemd-analyze", ["verify", "--man=no", ...units]);
    if (complaints !== "") throw new Error(complaints);
    return SERVICES.map((service) => {
      const unit = path.join(folder, service);
      const said = run("systemd-analyze", [
        "security",
        "--offline=true",
        `--threshold=${MOST_EXPOSED}`,
        unit,
      ]);
      return said.split("\n").at(-1)?.replace("→ ", "") ?? "";
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The unit names programs where an installation has them. */
function useNodeOfThisMachine(unit: string): void {
  const text = readFileSync(unit, "utf8").replaceAll("/opt/bank/node/bin/node", process.execPath);
  writeFileSync(unit, text);
}
