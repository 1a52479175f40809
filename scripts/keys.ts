import { existsSync, mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { readKeyUse } from "#server/platform/keys/keyUse.ts";
import { renewSeals } from "#server/platform/keys/renewSeals.ts";
import { KEY_STEPS, type KeyStep, stepKey } from "#server/platform/keys/stepKey.ts";
import { ensureSecrets, ROTATED_KEYS, type RotatedKey } from "#server/platform/secrets/secrets.ts";
import { placesIn } from "./start/dataDir.ts";
import { asOperator, fail, momentInManila } from "./start/operatorApp.ts";
import { operatorName } from "./start/operatorName.ts";
import { readArguments } from "./start/readArguments.ts";

/*
 * npm run keys -- make | status | prepare NAME | use NAME | renew | drop NAME [--although-needed] | cancel NAME:
 * makes the bank's keys, and exchanges them while it runs (docs/runbooks/rotate-keys.md). DATABASE_URL and
 * DATA_DIR name the bank (operatorApp.ts).
 */

const names: readonly string[] = ROTATED_KEYS;
const USAGE = `npm run keys -- make | status | renew | ${KEY_STEPS.join(" | ")} NAME; names: ${names.join(", ")}`;
const { positionals, values } = readArguments(USAGE, () =>
  parseArgs({
    allowPositionals: true,
    options: { "although-needed": { type: "boolean", default: false } },
  }),
);
const [command = "status", name = ""] = positionals;

if (command === "make") make();
else if (command === "status") await asOperator(async (app) => printUse(await readKeyUse(app)));
else if (command === "renew") {
  await asOperator(async (app) => console.log(`Sealed anew: ${await renewSeals(app)}.`));
} else if (isStep(command) && isRotated(name)) {
  await asOperator(async (app) => {
    const operator = operatorName();
    await stepKey(app, command, name, { operator, isForced: values["although-needed"] });
    console.log(`${command} ${name}: done. Now restart every process, one after the other.`);
  });
} else {
  fail(USAGE);
}

function make(): void {
  const places = placesIn(process.env["DATA_DIR"] || ".data");
  const file = process.env["SECRETS_FILE"] || places.secrets;
  const isThere = existsSync(file);
  mkdirSync(places.dataDir, { recursive: true, mode: 0o700 });
  ensureSecrets(file, false);
  console.log(isThere ? `${file} is there; keys it lacked were added.` : `Made ${file}.`);
}

function printUse(uses: Awaited<ReturnType<typeof readKeyUse>>): void {
  for (const { name: key, state, at, behind, left } of uses) {
    const since = at === undefined ? "" : ` since ${momentInManila(at)}`;
    console.log(`${key}: ${state}${since}`);
    for (const process of behind) console.log(`  to be restarted: ${process}`);
    for (const [what, count] of Object.entries(left)) {
      console.log(`  under the former key: ${count} ${what}`);
    }
  }
}

function isStep(text: string): text is KeyStep {
  return KEY_STEPS.some((step) => step === text);
}

function isRotated(text: string): text is RotatedKey {
  return names.includes(text);
}
