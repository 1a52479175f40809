import { randomBytes, randomInt, randomUUID } from "node:crypto";

/** Where every random value comes from; injected, so that a test can choose it. */
export type Random = {
  bytes: (length: number) => Buffer;
  uuid: () => string;
  /** A text of decimal digits, leading zeros kept, each equally likely. */
  digits: (length: number) => string;
};

/** The operating system's CSPRNG. */
export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  uuid: () => randomUUID(),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(""),
};
