import type { Report } from "./findings.ts";
import { rowMac } from "./sealMac.ts";

/** A row that is not as it was sealed. */
export type Altered = { rowId: bigint; position: bigint; contents: string; sealedMac: Buffer };

/** Reports altered rows: as swapped where the contents stand in another altered row now, else as edited. */
export function reportSwaps(
  key: Buffer,
  stream: "audit" | "ledger",
  altered: readonly Altered[],
  report: Report,
): void {
  for (const { rowId, position, sealedMac } of altered) {
    const holder = altered.find(({ contents }) =>
      rowMac(key, stream, rowId, contents).equals(sealedMac),
    );
    report(
      holder === undefined
        ? { stream, kind: "edited", rowId, position, detail: "not as it was sealed" }
        : { stream, kind: "swapped", rowId, position, detail: `it stands in row ${holder.rowId}` },
    );
  }
}
