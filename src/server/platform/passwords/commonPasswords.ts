import { MIN_PASSWORD_LENGTH } from "#contract/identity.ts";

let loading: Promise<ReadonlySet<string>> | undefined;

/** The passwords that most people choose, in lower case: about 50,000 less those that are too short anyway. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  // On first use: a process that never sets a password does not carry the list.
  loading ??= load();
  return loading;
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const all: readonly (string | number)[] = dictionary["passwords-common"];
  return new Set(
    all
      .map((word) => String(word).toLowerCase())
      .filter((word) => word.length >= MIN_PASSWORD_LENGTH),
  );
}
