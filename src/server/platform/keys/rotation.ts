import { randomBytes } from "node:crypto";
import type {
  RotatedKey,
  StoredRotation,
  StoredSecrets,
} from "#server/platform/secrets/secrets.ts";
import { keyDigit, keyId } from "#server/platform/secrets/keyId.ts";

/**
 * Makes the key that will follow. Once it is in the file, every process is restarted, so that all of them
 * can read what it will make.
 */
export function prepareKey(stored: StoredSecrets, name: RotatedKey, at: Date): StoredSecrets {
  return change(stored, name, (step) => {
    if (step?.coming !== undefined) throw new Error(`${name}: a key is prepared already`);
    if (step?.former !== undefined) throw new Error(`${name}: drop the former key first`);
    return { rotation: { ...step, coming: newKey(stored[name]), at: at.toISOString() } };
  });
}

/** The prepared key makes from now on, in every process that is started after this; the former one still opens. */
export function useKey(stored: StoredSecrets, name: RotatedKey, at: Date): StoredSecrets {
  return change(stored, name, (step) => {
    if (step?.coming === undefined) throw new Error(`${name}: prepare a key first`);
    const { coming, isNamed = false, dropped = [] } = step;
    const former = stored[name];
    return {
      key: coming,
      rotation: {
        ...(former !== undefined && { former, isFormerNamed: isNamed }),
        isNamed: true,
        dropped,
        at: at.toISOString(),
      },
    };
  });
}

/** Destroys the key that is no longer used: what it alone could read is lost. */
export function dropKey(stored: StoredSecrets, name: RotatedKey, at: Date): StoredSecrets {
  return change(stored, name, (step) => {
    if (step?.former === undefined) throw new Error(`${name}: there is no former key`);
    const dropped = [...(step.dropped ?? []), keyId(Buffer.from(step.former, "base64url"))];
    return { rotation: { isNamed: true, dropped, at: at.toISOString() } };
  });
}

/** Takes back a key that was prepared and not used. */
export function cancelKey(stored: StoredSecrets, name: RotatedKey, at: Date): StoredSecrets {
  return change(stored, name, (step) => {
    if (step?.coming === undefined) throw new Error(`${name}: no key is prepared`);
    const { coming: _coming, ...rest } = step;
    return { rotation: { ...rest, at: at.toISOString() } };
  });
}

type Changed = { key?: string; rotation: StoredRotation };

function change(
  stored: StoredSecrets,
  name: RotatedKey,
  decide: (step: StoredRotation | undefined) => Changed,
): StoredSecrets {
  const { key, rotation } = decide(stored.rotation?.[name]);
  return {
    ...stored,
    ...(key !== undefined && { [name]: key }),
    rotation: { ...stored.rotation, [name]: rotation },
  };
}

/** Unlike the present one also in the digit that ids of codes show. */
function newKey(present: string | undefined): string {
  const taken = keyDigit(Buffer.from(present ?? "", "base64url"));
  for (;;) {
    const key = randomBytes(32);
    if (keyDigit(key) !== taken) return key.toString("base64url");
  }
}
