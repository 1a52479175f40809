import { readFileSync } from "node:fs";
import * as z from "zod/mini";

/** The identifications that the issuer takes, by its code. */
export const idTypes = z
  .object({ types: z.array(z.object({ code: z.string(), name: z.string() })) })
  .parse(
    JSON.parse(readFileSync(new URL("../../../../../data/id-types.json", import.meta.url), "utf8")),
  )
  .types.map(({ code, name }) => ({ code, name }));
