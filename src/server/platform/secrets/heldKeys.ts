import { ROTATED_KEYS, type RotatedKey, type Secrets } from "./secrets.ts";
import { keyId } from "./keyId.ts";

/** The exchanged keys that a process has in hand, and as what, by their ids: it says so in its sign. */
export function heldKeys(secrets: Secrets, names: readonly RotatedKey[] = ROTATED_KEYS): string[] {
  return names.flatMap((name) => {
    const { coming, former } = secrets.rotation?.[name] ?? {};
    return Object.entries({ present: secrets[name], coming, former }).flatMap(([role, key]) =>
      key === undefined ? [] : [`${name}:${role}:${keyId(key)}`],
    );
  });
}
