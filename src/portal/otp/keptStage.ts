import { browserKey, findBrowserKey, seal, unseal } from "#portal/api/browserKey.ts";
import { deviceNow } from "#client/clock.ts";
import { anyConfig } from "#client/config.ts";
import * as z from "zod/mini";
import type { SentCode } from "./sentCode.ts";
import { hasKeptStage, type StageName, stagePlace } from "./stageMark.ts";

const KEY_NAME = "stage";

const sentCode = z.object({
  guid: z.string(),
  pinId: z.string(),
  mobileNumber: z.string(),
  resendAt: z.number(),
  tooOldAt: z.number(),
  triesLeft: z.number(),
  notice: z.optional(z.string()),
  isNewDevice: z.optional(z.boolean()),
});

let latest = 0;

/**
 * Keeps over a reload that this tab waits for a code, encrypted under a key that cannot leave the
 * browser: which one, where it went, how many tries are left. Nothing that was typed, and nothing that
 * helps without the cookie of the step and the phone. Gone with the tab.
 */
export async function keepStage(
  stage: StageName,
  sent: SentCode & { triesLeft: number },
): Promise<void> {
  latest += 1;
  const mine = latest;
  const dbName = (await anyConfig())?.ssKey;
  if (dbName === undefined) return;
  const key = await browserKey(dbName, KEY_NAME);
  const sealed = await seal(key, JSON.stringify(sent), stagePlace(stage));
  // Left, or kept anew, in the meantime.
  if (mine === latest) sessionStorage.setItem(stagePlace(stage), sealed);
}

/** The code that this tab waited for, as long as it is good. */
export async function findStage(stage: StageName): Promise<SentCode | undefined> {
  if (!hasKeptStage(stage)) return undefined;
  const sealed = sessionStorage.getItem(stagePlace(stage)) ?? "";
  const dbName = (await anyConfig())?.ssKey;
  const key = dbName === undefined ? undefined : await findBrowserKey(dbName, KEY_NAME);
  const text = key === undefined ? undefined : await unseal(key, sealed, stagePlace(stage));
  // Written by keepStage under authenticated encryption; an older page may have written it differently.
  const kept = text === undefined ? undefined : sentCode.safeParse(JSON.parse(text)).data;
  return kept !== undefined && kept.tooOldAt > deviceNow() ? kept : undefined;
}

/** The step was finished, or left. */
export function forgetStage(stage: StageName): void {
  latest += 1;
  sessionStorage.removeItem(stagePlace(stage));
}
