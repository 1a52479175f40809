import type { ListPage } from "#contract/staff/list.ts";
import type { MemberTransfer } from "#contract/staff/members.ts";
import type { App } from "#server/platform/app.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";

const order = {
  sorts: { acceptedAt: { by: "t.accepted_at", type: "moment" } },
  id: { by: "t.ref_no", type: "text" },
  first: "-acceptedAt",
} as const satisfies ListOrder;

/** A member's transfers, newest first, each with every change of its state. */
export async function readMemberTransfers(
  app: App,
  memberGuid: string,
  request: ListRequest,
): Promise<ListPage<MemberTransfer>> {
  const { id } = await findMember(app, memberGuid);
  const query = app.db
    .selectFrom("transfer as t")
    .select([
      "t.ref_no",
      "t.kind",
      "t.state",
      "t.amount_centavos",
      "t.fee_centavos",
      "t.source_name",
      "t.source_account_number",
      "t.destination_account_number",
      "t.accepted_at",
    ])
    .where("t.member_id", "=", id);
  const page = await readPage(app.db, order, query, request);
  const steps = await readSteps(
    app,
    page.rows.map(({ ref_no }) => ref_no),
  );
  return {
    ...page,
    rows: page.rows.map((transfer) => ({
      refNo: transfer.ref_no,
      kind: transfer.kind,
      state: transfer.state,
      amount: transfer.amount_centavos,
      fee: transfer.fee_centavos,
      from: `${transfer.source_name} ${transfer.source_account_number}`,
      to: transfer.destination_account_number,
      acceptedAt: transfer.accepted_at.toISOString(),
      steps: steps
        .filter(({ ref_no }) => ref_no === transfer.ref_no)
        .map(({ state, via, at }) => ({ state, via, at: at.toISOString() })),
    })),
  };
}

function readSteps(app: App, references: string[]) {
  if (references.length === 0) return Promise.resolve([]);
  return app.db
    .selectFrom("transfer_step")
    .select(["ref_no", "state", "via", "at"])
    .where("ref_no", "in", references)
    .orderBy("id")
    .execute();
}
