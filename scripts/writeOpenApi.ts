import { readFileSync, writeFileSync } from "node:fs";
import { openApiDocument } from "#server/http/openApi.ts";

// Writes docs/openapi.json from the contract. With --check writes nothing and fails when the committed file is
// not what the contract makes.

const OUT = "docs/openapi.json";
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
if (!process.argv.includes("--check")) {
  writeFileSync(OUT, text);
} else if (readFileSync(OUT, "utf8") !== text) {
  console.error(`${OUT} is not what the contract makes: run node scripts/writeOpenApi.ts`);
  process.exitCode = 1;
}
