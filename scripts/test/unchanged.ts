import { readFileSync, writeFileSync } from "node:fs";
import { runCommand } from "./runCommand.ts";

/** Writes each generated file anew and says which differs from the committed one, which is kept. */
export async function unchanged(
  files: readonly { file: string; writer: string }[],
): Promise<string | undefined> {
  const complaints: string[] = [];
  for (const { file, writer } of files) {
    const committed = readFileSync(file, "utf8");
    const { isOk, output } = await runCommand(["node", writer], process.env, 3);
    const written = readFileSync(file, "utf8");
    writeFileSync(file, committed);
    if (!isOk) complaints.push(`${writer} failed:\n${output}`);
    else if (written !== committed) {
      complaints.push(`${file} is out of date: run node ${writer} and commit it.`);
    }
  }
  return complaints.length > 0 ? complaints.join("\n") : undefined;
}
