import type { CardKind } from "#contract/staff/cards.ts";
import type { KitRow, KitState } from "#contract/staff/cardStock.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import type { ListOrder } from "#server/platform/lists/readPage.ts";
import { fullName } from "#server/domains/members/fullName.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";

/** As the contract has checked them. */
type KitFilters = {
  serial?: string | undefined;
  kind?: string | undefined;
  state?: string | undefined;
  branch?: string | undefined;
  batch?: string | undefined;
};

export const kitOrder = {
  sorts: {
    serial: { by: "k.serial", type: "text" },
    since: { by: "k.changed_at", type: "moment" },
  },
  id: { by: "k.id", type: "bigint" },
  first: "serial",
} as const satisfies ListOrder;

/** Plastic in the branches that the caller sees. */
export function kitsQuery(app: App, staff: StaffCaller, filters: KitFilters) {
  const { serial, kind, state, branch, batch } = filters;
  const offices = staff.offices("card_stock.view");
  let query = kitRows(app);
  // No branch has the number 0: who may see none sees none.
  if (offices !== "all") query = query.where("k.office_id", "in", [0n, ...offices]);
  if (serial !== undefined) query = query.where("k.serial", "ilike", anywhere(serial));
  if (kind !== undefined) query = query.where("k.kind", "=", kind);
  if (state !== undefined) query = query.where("k.state", "=", state);
  if (branch !== undefined) query = query.where("o.branch_name", "ilike", anywhere(branch));
  if (batch !== undefined) query = query.where("b.reference", "ilike", anywhere(batch));
  return query;
}

/** Plastic with its branch, its batch and whose it is. */
export function kitRows({ db }: Pick<App, "db">) {
  return db
    .selectFrom("card_kit as k")
    .innerJoin("office as o", "o.id", "k.office_id")
    .leftJoin("card_batch as b", "b.id", "k.batch_id")
    .leftJoin("card_application as a", "a.id", "k.application_id")
    .leftJoin("member as m", "m.id", "a.member_id")
    .select([
      "k.id",
      "k.serial",
      "k.kind",
      "k.state",
      "k.last_four",
      "k.changed_at",
      "o.branch_name",
      "b.reference as batch",
      "a.reference",
      "m.first_name",
      "m.middle_name",
      "m.last_name",
      "m.qualifier",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof kitRows>["executeTakeFirstOrThrow"]>>;

/** A row as the console gets it. */
export function toKitRow(row: Row): KitRow {
  return {
    id: String(row.id),
    serial: row.serial,
    // The table's checks allow exactly these.
    kind: row.kind as CardKind,
    state: row.state as KitState,
    lastFour: row.last_four,
    since: row.changed_at.toISOString(),
    branchName: row.branch_name,
    batch: row.batch ?? "",
    member: memberOf(row),
    reference: row.reference ?? "",
  };
}

export const kitColumns: readonly CsvColumn<Row>[] = [
  { head: "Serial", cell: ({ serial }) => serial },
  { head: "Kind", cell: ({ kind }) => kind },
  { head: "State", cell: ({ state }) => state },
  { head: "Since", cell: (row) => row.changed_at },
  { head: "Card ending", cell: (row) => row.last_four },
  { head: "Branch", cell: (row) => row.branch_name },
  { head: "Delivery", cell: ({ batch }) => batch },
  { head: "Member", cell: memberOf },
  { head: "Reference", cell: ({ reference }) => reference },
];

function memberOf({ first_name: first, last_name: last, middle_name, qualifier }: Row): string {
  if (first === null || last === null) return "";
  return fullName({
    first_name: first,
    last_name: last,
    middle_name: middle_name ?? "",
    qualifier: qualifier ?? "",
  });
}
