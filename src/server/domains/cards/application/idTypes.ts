import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { liveFile } from "#server/platform/base/liveFile.ts";

/** The identifications that the issuer takes, by its code. */
export const idTypes = z
  .object({ types: z.array(z.object({ code: z.string(), name: z.string() })) })
  .parse(JSON.parse(readFileSync(liveFile("id-types.json"), "utf8"))).types;
