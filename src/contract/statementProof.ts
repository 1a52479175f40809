import * as z from "zod/mini";

/** 32 bytes in hexadecimal digits. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The file by which a statement is found among those that its month's record seals (docs/statements.md). */
export const statementProof = z.object({
  form: z.literal("statement proof 1"),
  /** 'yyyy-MM' */
  month: z.string(),
  /** All that the statement says, as it was sealed. */
  statement: z.string(),
  salt: hash,
  position: z.int().check(z.nonnegative()),
  leaves: z.int().check(z.positive()),
  /** What stands beside the way to the root, from below. */
  path: z.array(hash),
});
export type StatementProof = z.output<typeof statementProof>;

/** The signed records of the months that are sealed, oldest first. */
export const sealedMonths = z.object({
  months: z.array(
    z.object({
      /** 'yyyy-MM' */
      month: z.string(),
      /** What is hashed and signed, line by line: month, leaves, root, hash of the former record, when it was made. */
      record: z.string(),
      /** SHA-256 of the certificate whose key signed it. */
      certificate: hash,
      /** Base64, over the record: ECDSA in DER or RSA PKCS #1, with SHA-256. */
      signature: z.string(),
    }),
  ),
  /** PEM */
  certificates: z.array(z.string()),
});
export type SealedMonths = z.output<typeof sealedMonths>;
