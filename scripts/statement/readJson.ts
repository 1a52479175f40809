import { existsSync, readFileSync } from "node:fs";
import * as z from "zod/mini";
import { sealedMonths, statementProof } from "#contract/statementProof.ts";

// What a file has, by its form; undefined where it is none of that form.

export const readProofFile = (name: string) => readFile(name, statementProof);

/** As the bank answers it (`GET /api/statements/months`), or the answer's result alone. */
export const readMonthsFile = (name: string) =>
  readFile(name, z.object({ result: sealedMonths }))?.result ?? readFile(name, sealedMonths);

function readFile<Form extends z.ZodMiniType>(
  name: string,
  form: Form,
): z.output<Form> | undefined {
  if (!existsSync(name)) return undefined;
  try {
    return form.parse(JSON.parse(readFileSync(name, "utf8")));
  } catch {
    return undefined;
  }
}
