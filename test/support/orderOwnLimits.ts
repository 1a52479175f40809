import type pg from "pg";
import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { TestMember } from "./makeMember.ts";

/** What the member's own limits may have against an order. The first is nothing. */
export const OWN_LIMITS = [
  "none",
  "transfer exactly",
  "transfer one centavo over",
  "day exactly",
  "day one centavo over",
  "month exactly",
  "month one centavo over",
  "payee exactly",
  "payee one centavo over",
  "transfer off",
  "month off",
  "payee off",
  "raised already",
  "raised later",
  "raised in the pause",
] as const;

/** An order, and what its member's own limit leaves for it. */
export type LimitedOrder = {
  kind: TransferKind;
  own: (typeof OWN_LIMITS)[number];
  amount: bigint;
  payee: { bankId: string | null; account: string };
  at: Date;
};

const HOUR_MS = 3_600_000;

/** Of an own limit as much is left as the order's amount, or one centavo less, after what was sent today and before. */
export async function stageOwnLimit(
  client: pg.Client,
  { member }: { member: TestMember },
  order: LimitedOrder,
): Promise<void> {
  const { id } = member;
  const { kind, own, amount, at } = order;
  const { bankId, account } = order.payee;
  const ago = (hours: number) => new Date(at.getTime() - hours * HOUR_MS);
  const run = (sql: string, ...values: unknown[]) => client.query(sql, values);
  const [what = ""] = own.split(" ");
  const left = amount - (own.endsWith("over") ? 1n : 0n);
  await stageSent(client, member, order, { refNo: "XX-1", amount: 5_00n, at: ago(0.1) });
  await stageSent(client, member, order, { refNo: "XX-2", amount: 7_00n, at: ago(200) });
  await stageSent(client, member, order, {
    refNo: "XX-3",
    amount: 99_00n,
    at: ago(0.1),
    returnedAt: at,
  });
  await run("update member set has_own_limits = true where id = $1", id);
  if (what === "payee") {
    if (!TRANSFER_KINDS[kind].hasPayee) return;
    await run(
      `insert into saved_recipient (id, member_id, kind, bank_id, account_number, account_name, saved_at, last_used_at)
        values (gen_random_uuid(), $1, $2, $3, $4, 'Ana', $5, $5) on conflict do nothing`,
      id,
      bankId === null ? "card" : "pesonet",
      bankId,
      account,
      at,
    );
    await run(
      `insert into own_limit (member_id, recipient_id, span, most_centavos)
        select member_id, id, 'day', $2 from saved_recipient where member_id = $1`,
      id,
      own.endsWith("off") ? 0n : left + 5_00n,
    );
    return;
  }
  const sent = { transfer: 0n, day: 5_00n, month: 12_00n, raised: 0n }[what] ?? 0n;
  const isRaised = what === "raised";
  await run(
    `insert into own_limit (member_id, kind, span, most_centavos, raised_centavos, raised_from)
      values ($1, $2, $3, $4, $5, $6)`,
    id,
    kind,
    isRaised ? "transfer" : what,
    own.endsWith("off") ? 0n : isRaised ? 1n : left + sent,
    isRaised ? amount + 1n : null,
    isRaised ? ago(own === "raised later" ? -1 : own === "raised already" ? 3 : 1) : null,
  );
}

/** A transfer to the payee of the case, earlier. */
async function stageSent(
  client: pg.Client,
  { id, cardAccountNo }: TestMember,
  { kind, payee }: LimitedOrder,
  sent: { refNo: string; amount: bigint; at: Date; returnedAt?: Date },
): Promise<void> {
  const { rail, arrives, countsAgainst } = TRANSFER_KINDS[kind];
  const { bankId, account } = payee;
  const counts: readonly string[] = countsAgainst;
  await client.query(
    `insert into transfer (ref_no, kind, member_id, card_id, source_account_id, source_account_number, source_name,
        destination_account_number, amount_centavos, fee_centavos, state, accepted_at, returned_at, next_inquiry_at,
        correlation_id, destination_card_id, destination_member_id, load_month)
      select $1, $2, $3, c.id, $10::bigint, $4, 'EON', $5, $6, 0, $7, $8::timestamptz, $9::timestamptz,
        case when $9::timestamptz is null then $8::timestamptz end, 'test', $11::bigint, $11::bigint, $12
      from card c where c.member_id = $3`,
    [
      sent.refNo,
      kind,
      id,
      cardAccountNo,
      account,
      sent.amount,
      sent.returnedAt === undefined ? "accepted" : "returned",
      sent.at,
      sent.returnedAt ?? null,
      arrives === "own_card" ? 1 : null,
      arrives === "card" ? 1 : null,
      counts.includes("card_load") ? "2026-11" : null,
    ],
  );
  if (rail === null) return;
  await client.query(
    `insert into rail_transfer (ref_no, rail, bank_id, bank_bic, bank_name, account_number, account_name,
        rail_account_name, refund_due_at)
      values ($1, 'instapay', $2, 'BNORPHMMXXX', 'BDO', $3, 'Ana', 'ANA', $4)`,
    [sent.refNo, bankId, account, sent.at],
  );
}
