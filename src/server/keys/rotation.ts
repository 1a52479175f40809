import { randomBytes } from "node:crypto";
import {
  readStored,
  replaceAlone,
  type RotatedKey,
  type StoredRotation,
  type StoredSecrets,
} from "#server/secrets.ts";
import { keyDigit } from "./keyId.ts";

/**
 * Makes the key that will follow. Once it is in the file, every process is restarted, so that all of them
 * can read what it will make.
 */
export function prepareKey(file: string, name: RotatedKey, at: Date): void {
  change(file, name, (stored, step) => {
    if (step?.coming !== undefined) throw new Error(`${name}: a key is prepared already`);
    if (step?.former !== undefined) throw new Error(`${name}: drop the former key first`);
    return { rotation: { ...step, coming: newKey(stored[name]), at: at.toISOString() } };
  });
}

/** The prepared key makes from now on, in every process that is started after this; the former one still opens. */
export function useKey(file: string, name: RotatedKey, at: Date): void {
  change(file, name, (stored, step) => {
    if (step?.coming === undefined) throw new Error(`${name}: prepare a key first`);
    const { coming, isNamed = false } = step;
    const former = stored[name];
    return {
      key: coming,
      rotation: {
        ...(former !== undefined && { former, isFormerNamed: isNamed }),
        isNamed: true,
        at: at.toISOString(),
      },
    };
  });
}

/** Destroys the key that is no longer used: what it alone could read is lost. */
export function dropKey(file: string, name: RotatedKey, at: Date): void {
  change(file, name, (_stored, step) => {
    if (step?.former === undefined) throw new Error(`${name}: there is no former key`);
    return { rotation: { isNamed: true, at: at.toISOString() } };
  });
}

/** Takes back a key that was prepared and not used. */
export function cancelKey(file: string, name: RotatedKey, at: Date): void {
  change(file, name, (_stored, step) => {
    if (step?.coming === undefined) throw new Error(`${name}: no key is prepared`);
    const { coming: _coming, ...rest } = step;
    return { rotation: { ...rest, at: at.toISOString() } };
  });
}

type Changed = { key?: string; rotation: StoredRotation };

function change(
  file: string,
  name: RotatedKey,
  decide: (stored: StoredSecrets, step: StoredRotation | undefined) => Changed,
): void {
  const isDone = replaceAlone(file, () => {
    const stored = readStored(file);
    const { key, rotation } = decide(stored, stored.rotation?.[name]);
    const changed: StoredSecrets = {
      ...stored,
      ...(key !== undefined && { [name]: key }),
      rotation: { ...stored.rotation, [name]: rotation },
    };
    return `${JSON.stringify(changed, null, 2)}\n`;
  });
  if (!isDone) {
    throw new Error(`${file}.next is there: somebody else changes the keys, or was killed at it`);
  }
}

/** Unlike the present one also in the digit that ids of codes show. */
function newKey(present: string | undefined): string {
  const taken = keyDigit(Buffer.from(present ?? "", "base64url"));
  for (;;) {
    const key = randomBytes(32);
    if (keyDigit(key) !== taken) return key.toString("base64url");
  }
}
