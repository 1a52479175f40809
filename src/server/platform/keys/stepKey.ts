import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import {
  readSecrets,
  readStored,
  replaceAloneAfter,
  type RotatedKey,
} from "#server/platform/secrets/secrets.ts";
import { readKeyUse } from "./keyUse.ts";
import { cancelKey, dropKey, prepareKey, useKey } from "./rotation.ts";

const STEPS = { prepare: prepareKey, use: useKey, drop: dropKey, cancel: cancelKey };
export type KeyStep = keyof typeof STEPS;
export const KEY_STEPS = Object.keys(STEPS) as KeyStep[];

/**
 * Takes one step of the exchange of a key, and remembers who did, before it is done. Refuses what would make
 * a running process unable to read what another makes, and, unless `isForced`, to destroy a key that
 * something still needs. Nobody else changes the keys between the check and the step.
 */
export async function stepKey(
  app: App,
  step: KeyStep,
  name: RotatedKey,
  { operator, isForced = false }: { operator: string; isForced?: boolean },
): Promise<void> {
  const file = app.config.SECRETS_FILE;
  const isDone = await replaceAloneAfter(file, async () => {
    const at = app.now();
    const changed = STEPS[step](readStored(file), name, at);
    const left = await requireReady({ ...app, secrets: readSecrets(file) }, step, name, isForced);
    await transact(app.db, (tx) =>
      audit(tx, {
        at,
        actorKind: "system",
        actor: operator,
        action: `key_${step}`,
        object: `key:${name}`,
        correlationId: app.random.uuid(),
        detail: { forced: isForced, left },
      }),
    );
    return `${JSON.stringify(changed, null, 2)}\n`;
  });
  if (!isDone) {
    throw new Error(`${file}.next is there: somebody else changes the keys, or was killed at it`);
  }
}

/** How much is left that needs the former key. */
async function requireReady(
  app: App,
  step: KeyStep,
  name: RotatedKey,
  isForced: boolean,
): Promise<number> {
  const use = (await readKeyUse(app)).find((one) => one.name === name);
  const behind = use?.behind ?? [];
  // A key that is only prepared has made nothing: it may always be taken back.
  if ((step === "use" || step === "drop") && behind.length > 0) {
    throw new Error(
      `Copy the file to their machines and restart them first, they hold other keys: ${behind.join(", ")}`,
    );
  }
  const left = Object.entries(use?.left ?? {}).filter(([, count]) => count > 0);
  if (step === "drop" && left.length > 0 && !isForced) {
    const words = left.map(([what, count]) => `${count} ${what}`).join(", ");
    throw new Error(`The former ${name} is still needed: ${words}`);
  }
  return left.reduce((sum, [, count]) => sum + count, 0);
}
