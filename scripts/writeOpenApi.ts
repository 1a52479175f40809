import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { api } from "#contract/api.ts";
import { openApiDocument } from "#server/platform/http/openApi.ts";
import { faultsOf } from "./openApi/faultsOf.ts";
import { readArguments } from "./start/readArguments.ts";

const OUT = ".cache/openapi.json";
const USAGE = `npm run openapi: writes the description of the API, which a running bank serves at
/api/openapi.json, to ${OUT}. npm run openapi -- FILE writes it elsewhere, - to standard output.
--check writes nothing, and fails when the description cannot be served.`;

const { values, positionals } = readArguments(USAGE, () =>
  parseArgs({ options: { check: { type: "boolean", default: false } }, allowPositionals: true }),
);
const [file = OUT] = positionals;
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (values.check) {
  check();
} else if (file === "-") {
  process.stdout.write(text);
} else {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${file} written`);
}

/** Another process makes it again: what changes from one start to the next would be found. */
function check(): void {
  const again = execFileSync(process.execPath, ["scripts/writeOpenApi.ts", "-"], {
    encoding: "utf8",
    maxBuffer: 2 * text.length,
  });
  const faults = faultsOf(
    text,
    api.map(({ name }) => name),
  );
  if (again !== text) faults.push("made twice, it is not the same");
  for (const fault of faults) console.error(`The description of the API: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
