import { sql } from "kysely";
import { toDecimal } from "#common/money.ts";
import type { RequestPayload } from "#contract/staff/requestPayloads.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { largestOpenings, type Opening } from "#server/domains/imports/largestOpenings.ts";
import { startImport } from "#server/domains/imports/startImport.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";

/** Lets the members of a checked file be taken over: this very file, with what its dry run found. */
export const memberImport = defineKind({
  kind: "member_import",
  subjectOf: ({ importGuid }) => `import:${importGuid}`,
  // A file may hold members of every branch.
  readOffice: () => Promise.resolve(null),
  readBefore: async (tx, payload) => {
    const found = await lockImport(tx, payload);
    return {
      importState: found.state,
      fileName: found.file_name,
      fileHash: found.hash,
      rowCount: String(found.row_count),
      addCount: String(found.add_count),
      updateCount: String(found.update_count),
      differentCount: String(found.different_count),
      invalidCount: String(found.invalid_count),
      passedOverCount: String(found.passed_over_count),
      openingTotal: toDecimal(found.opening_centavos),
      largestOpenings: listed(payload.largestOpenings),
    };
  },
  after: (_payload, before) => ({ ...before, importState: "running" }),
  apply: async (tx, payload, { app, checker }) => {
    await lockImport(tx, payload);
    await startImport(tx, app, { guid: payload.importGuid, approvedBy: checker });
    return "work";
  },
});

/** '0001202600000018: 1250.50, …' */
function listed(openings: readonly Opening[]): string {
  return openings
    .map(({ membershipNo, amount }) => `${membershipNo}: ${toDecimal(amount)}`)
    .join(", ");
}

/** The import as it was checked. Refuses one that is not ready, or is not what the request names. */
async function lockImport(tx: Tx, payload: RequestPayload<"member_import">) {
  const found = await tx
    .selectFrom("member_import")
    .select([
      "state",
      "file_name",
      "row_count",
      "add_count",
      "update_count",
      "different_count",
      "invalid_count",
      "passed_over_count",
      "opening_centavos",
      "largest_openings",
    ])
    .select(sql<string>`encode(file_hash, 'hex')`.as("hash"))
    .where("guid", "=", payload.importGuid)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  const isAsNamed =
    found.state === "checked" &&
    found.hash === payload.fileHash &&
    found.row_count === payload.rowCount &&
    found.add_count === payload.addCount &&
    found.update_count === payload.updateCount &&
    found.opening_centavos === payload.openingTotal &&
    listed(largestOpenings(found.largest_openings)) === listed(payload.largestOpenings);
  if (!isAsNamed) throw new Refusal("request_does_not_apply");
  return found;
}
