import type pg from "pg";
import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { Chance } from "./chance.ts";
import { accountsOf, destinations } from "./destinations.ts";
import type { TestMember } from "./makeMember.ts";
import { OWN_LIMITS, stageOwnLimit } from "./orderOwnLimits.ts";
import { isToShop, SHOPS, stageShop } from "./orderShops.ts";
import { stageApproval } from "./stageApproval.ts";

/** What may stand against an order. The first of each is nothing. */
export const FACTORS = {
  card: ["active", "deactivated", "suspended", "for_pickup", "without a card account"],
  lock: ["none", "member", "admin"],
  access: ["open", "closed"],
  session: ["live", "ended", "idle", "another cookie"],
  feature: ["on", "disabled", "hidden"],
  // The switch of this kind.
  ofKind: ["on", "disabled", "hidden"],
  code: ["right", "wrong", "spent", "expired", "used up", "not verified", "of another order"],
  key: ["new", "repeated", "of another order"],
  // With 9000.00 there and 10.00 to pay for a transfer to another bank.
  amount: ["100.00", "0.99", "1.00", "8990.00", "8990.01", "9000.00", "9000.01", "50000.01"],
  limit: [
    "wide",
    "day exactly",
    "day one centavo over",
    "month exactly",
    "month one centavo over",
    "load exactly",
    "load one centavo over",
    "most exactly",
    "most one centavo over",
  ],
  fee: ["as approved", "raised", "none"],
  source: ["own", "of nobody"],
  destination: ["good", "unknown", "closed", "the member's own"],
  bank: ["listed", "inactive", "not on the rail"],
  rail: ["open", "closed"],
  pause: ["none", "over", "running"],
  payee: ["new", "paid before", "on its way", "kept before the pause", "kept in the pause"],
  means: ["code", "passkey"],
  passkey: ["none", "one", "a removed one"],
  threshold: [
    "of us all",
    "the amount",
    "one centavo below the amount",
    "the amount, an hour later",
  ],
  policy: ["as shipped", "a passkey of who has one", "an office"],
  own: OWN_LIMITS,
  // Of what a rail carries at once: a shop that is paid by its code.
  shop: SHOPS,
} as const;

export type OrderCase = { [Name in keyof typeof FACTORS]: (typeof FACTORS)[Name][number] };

/** Mostly nothing stands against it, so that what is left is looked at alone and with one or two others. */
function drawCase(chance: Chance): OrderCase {
  const drawn = Object.entries(FACTORS).map(([name, values]) => [
    name,
    chance.below(8) === 0 ? chance.pick<string>(values) : values[0],
  ]);
  // Names and values are those of the table.
  return Object.fromEntries(drawn) as OrderCase;
}

/** Every factor's every value alone, those that matter together with each other, then any together. */
export function orderCases(chance: Chance, drawn: number): OrderCase[] {
  const plain = Object.fromEntries(
    Object.entries(FACTORS).map(([name, values]) => [name, values[0]]),
  );
  const alone = Object.entries(FACTORS).flatMap(([name, values]) =>
    values.map((value) => ({ ...plain, [name]: value })),
  );
  const waiting = FACTORS.payee.map((payee) => ({ ...plain, pause: "running", payee }));
  const raised = FACTORS.own.map((own) => ({
    ...plain,
    pause: "running",
    payee: "paid before",
    own,
  }));
  const limited = FACTORS.limit.map((limit) => ({ ...plain, limit, amount: "8990.00" }));
  const great = FACTORS.payee.flatMap((payee) =>
    FACTORS.means.flatMap((means) =>
      FACTORS.threshold.map((threshold) => ({ ...plain, payee, means, threshold })),
    ),
  );
  const chosen = FACTORS.policy.flatMap((policy) =>
    FACTORS.passkey.flatMap((passkey) =>
      FACTORS.means.map((means) => ({ ...plain, policy, passkey, means })),
    ),
  );
  const shops = [
    ...FACTORS.amount.map((amount) => ({ ...plain, shop: "by its code", amount })),
    ...FACTORS.fee.map((fee) => ({ ...plain, shop: "by its code", fee })),
  ];
  const many = Array.from({ length: drawn }, () => drawCase(chance));
  // As above.
  return [
    ...(alone as OrderCase[]),
    ...(waiting as OrderCase[]),
    ...(limited as OrderCase[]),
    ...(great as OrderCase[]),
    ...(chosen as OrderCase[]),
    ...(raised as OrderCase[]),
    ...(shops as OrderCase[]),
    ...many,
  ];
}

/** Who orders, under which code, from the card or the savings, and to whose card. */
export type Staged = {
  member: TestMember;
  receiver: TestMember;
  pinId: string;
  leaves: "card" | "account";
};

/** What orders of a kind may leave. */
export const sourcesOf = (kind: TransferKind): Staged["leaves"][] => {
  const { leaves, fromAccount } = TRANSFER_KINDS[kind];
  return fromAccount === null ? [leaves] : [leaves, "account"];
};

export const CASE_KEY = "judged-alike";
const BANK_ACCOUNT = "001234567890";
const HOUR_MS = 3_600_000;

const centavosOf = ({ amount }: OrderCase): bigint => BigInt(amount.replace(".", ""));

/** Where the money of the case goes: the number of an account, and of a bank where it is another's. */
export function payeeOf({ member, receiver }: Staged, kind: TransferKind, of: OrderCase) {
  const { arrives } = TRANSFER_KINDS[kind];
  if (arrives === "bank") return { bankId: "1", account: BANK_ACCOUNT };
  const { good, wrong } = destinations(accountsOf(member), accountsOf(receiver))[arrives];
  const account = {
    good,
    closed: good,
    unknown: "999999999999",
    "the member's own": wrong,
  }[of.destination];
  return { bankId: null, account };
}

/** What the member orders, as it is stored. */
export function intentOf(
  staged: Staged,
  kind: TransferKind,
  of: OrderCase,
): Record<string, string> {
  const { bankId, account } = payeeOf(staged, kind, of);
  return {
    kind,
    ...(staged.leaves === "account" && { source_account: sourceOf(staged, of) }),
    ...(bankId === null
      ? { destination_account: account }
      : {
          destination_bank: bankId,
          destination_account_number: account,
          destination_account_name: "Ana",
        }),
    ...(isToShop(kind, of) && { qr: "the code" }),
    amount: of.amount,
  };
}

export const sourceOf = ({ member }: Staged, { source }: OrderCase): string =>
  source === "own" ? (member.accountNumbers.savings ?? "") : "000000000000";

/** Puts everything into this state, in the transaction of the test: the member, the payee, the order's code. */
export async function stageCase(
  client: pg.Client,
  staged: Staged,
  {
    kind,
    of,
    at,
    requestHash,
  }: { kind: TransferKind; of: OrderCase; at: Date; requestHash: Buffer },
): Promise<void> {
  const { id } = staged.member;
  const ago = (hours: number) => new Date(at.getTime() - hours * HOUR_MS);
  const run = (sql: string, ...values: unknown[]) => client.query(sql, values);
  await stageCards(client, staged, of);
  const { feature } = TRANSFER_KINDS[kind];
  for (const [name, state] of [
    ["transferFunds", of.feature],
    [feature, of.ofKind],
  ]) {
    await run("update feature set state = $2 where name = $1", name, state);
  }
  if (of.bank === "inactive") await run("update bank set is_active = false where id = 1");
  if (of.bank === "not on the rail") {
    await run("update bank set takes_instapay = false, takes_pesonet = false where id = 1");
  }
  await stageLimits(client, staged, kind, of, at);
  await stagePayee(client, staged, kind, of, at);
  await stageShop(client, { kind, of, memberId: id, at });
  if (of.own !== "none") {
    const payee = payeeOf(staged, kind, of);
    await stageOwnLimit(client, staged, { kind, own: of.own, amount: centavosOf(of), payee, at });
  }
  await stageCode(client, staged, kind, of, at);
  await stageApproval(client, staged, kind, { ...of, centavos: centavosOf(of) }, at);
  if (of.key !== "new") {
    const answer = JSON.stringify({ refNo: "IP261121-0000000001" });
    await run(
      "insert into idempotency_key (member_id, key, request_hash, answer, created_at) values ($1, $2, $3, $4, $5)",
      id,
      CASE_KEY,
      of.key === "repeated" ? requestHash : Buffer.alloc(32),
      answer,
      ago(0.1),
    );
  }
  if (of.session === "idle")
    await run("update session set last_active_at = $2 where member_id = $1", id, ago(2));
  if (of.session === "ended") {
    await run(
      "update session set ended_at = $2, ended_reason = 'logout' where member_id = $1",
      id,
      at,
    );
  }
  // Ends the sessions too.
  if (of.access === "closed") {
    await run(
      "update member set status = 'suspended', access_closed_for = 'staff' where id = $1",
      id,
    );
  }
}

async function stageCards(
  client: pg.Client,
  { member, receiver }: Staged,
  of: OrderCase,
): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => client.query(sql, values);
  // Without the guards of how a card came into its state; those of its row hold.
  await run("set local session_replication_role = replica");
  if (of.card === "without a card account") {
    await run("update card set account_no = null where member_id = $1", member.id);
  } else await run("update card set status = $2 where member_id = $1", member.id, of.card);
  await run(
    "update card set member_locked = $2, admin_locked = $3 where member_id = $1",
    member.id,
    of.lock === "member",
    of.lock === "admin",
  );
  if (of.destination === "closed") {
    await run("update card set status = 'deactivated' where member_id = $1", receiver.id);
  }
  await run("set local session_replication_role = origin");
}

async function stageCode(
  client: pg.Client,
  staged: Staged,
  kind: TransferKind,
  of: OrderCase,
  at: Date,
): Promise<void> {
  const { leaves, fee, rail } = TRANSFER_KINDS[kind];
  const ago = (hours: number) => new Date(at.getTime() - hours * HOUR_MS);
  const approvedFee = rail === null || isToShop(kind, of) ? 0n : 10_00n;
  const approved = {
    ...intentOf(staged, kind, of),
    ...(leaves === "card" && {
      from: staged.leaves === "card" ? staged.member.cardAccountNo : sourceOf(staged, of),
      fee: toDecimal(approvedFee),
      total: toDecimal(centavosOf(of) + approvedFee),
    }),
  };
  await client.query(
    "update otp_challenge set intent = $2, expires_at = $3, closed_at = $4, verified_at = $5, wrong_tries = $6 where pin_id = $1",
    [
      staged.pinId,
      JSON.stringify(of.code === "of another order" ? { ...approved, amount: "1.01" } : approved),
      of.code === "expired" ? ago(1) : new Date(at.getTime() + HOUR_MS),
      of.code === "spent" ? ago(0.01) : null,
      of.code === "not verified" ? null : ago(0.01),
      of.code === "used up" ? 3 : 0,
    ],
  );
  // Between two cards there is no fee to change.
  if (of.fee !== "as approved" && rail !== null) {
    const now = of.fee === "raised" ? 12_00n : 0n;
    await client.query("update transfer_limit set centavos = $2 where name = $1", [
      fee?.limit,
      String(now),
    ]);
  }
}

/** Of a limit as much is left, or so high is it, as the order's amount, or one centavo less. */
async function stageLimits(
  client: pg.Client,
  { member, receiver }: Staged,
  kind: TransferKind,
  of: OrderCase,
  at: Date,
): Promise<void> {
  const { countsAgainst, arrives, most } = TRANSFER_KINDS[kind];
  const counts: readonly string[] = countsAgainst;
  const left = String(centavosOf(of) - (of.limit.endsWith("over") ? 1n : 0n));
  const day = manilaDate(at);
  const [name] = of.limit.split(" ");
  if (name === "load" && counts.includes("card_load")) {
    await client.query(
      `insert into card_load (card_id, month, loaded_centavos)
        select c.id, $2, t.monthly_load_limit_centavos - $3
        from card c join card_tier t on t.card_type = c.card_type where c.member_id = $1`,
      [arrives === "card" ? receiver.id : member.id, day.slice(0, 7), left],
    );
  } else if (name === "most" && most !== null) {
    await client.query("update transfer_limit set centavos = $2 where name = $1", [
      most.limit,
      left,
    ]);
  } else if ((name === "day" || name === "month") && counts.includes("other_banks")) {
    await client.query(
      `insert into transfer_total (member_id, period, sent_centavos)
        select $1, $2, centavos - $4 from transfer_limit where name = $3`,
      name === "day"
        ? [member.id, day, "other_bank_daily", left]
        : [member.id, day.slice(0, 7), "other_bank_monthly", left],
    );
  }
}

async function stagePayee(
  client: pg.Client,
  staged: Staged,
  kind: TransferKind,
  of: OrderCase,
  at: Date,
): Promise<void> {
  const { id, cardAccountNo } = staged.member;
  const { bankId, account } = payeeOf(staged, kind, of);
  const ago = (hours: number) => new Date(at.getTime() - hours * HOUR_MS);
  const run = (sql: string, ...values: unknown[]) => client.query(sql, values);
  if (of.pause !== "none") {
    await run(
      "update member set paused_at = $2, paused_until = $3, paused_for = 'new_device' where id = $1",
      id,
      ago(2),
      of.pause === "over" ? at : ago(-22),
    );
  }
  // Where the member is the payee, nobody was kept or paid before.
  if (!TRANSFER_KINDS[kind].hasPayee) return;
  if (of.payee === "paid before" || of.payee === "on its way") {
    const isPaid = of.payee === "paid before";
    await run(
      `insert into transfer (ref_no, kind, member_id, card_id, source_account_number, source_name,
          destination_account_number, amount_centavos, fee_centavos, state, accepted_at, credited_at, next_inquiry_at,
          correlation_id, destination_card_id, destination_member_id, load_month)
        select 'IP261120-0000000001', $7, $1, c.id, $2, 'EON', $3, 1000, 0, $4, $5::timestamptz, $6::timestamptz,
          case when $6::timestamptz is null then $5::timestamptz end, 'test', $8::bigint, $8::bigint, $9
        from card c where c.member_id = $1`,
      id,
      cardAccountNo,
      account,
      isPaid ? "credited" : "accepted",
      ago(30),
      isPaid ? ago(29) : null,
      ...(bankId === null ? ["card", 1, "2026-11"] : ["instapay", null, null]),
    );
    if (bankId !== null) {
      await run(
        `insert into rail_transfer (ref_no, rail, bank_id, bank_bic, bank_name, account_number, account_name,
            rail_account_name, refund_due_at)
          values ('IP261120-0000000001', 'instapay', $3, 'BNORPHMMXXX', 'BDO', $1, 'Ana', 'ANA', $2)`,
        account,
        ago(29),
        bankId,
      );
    }
  } else if (of.payee !== "new") {
    await run(
      `insert into saved_recipient (id, member_id, kind, bank_id, account_number, account_name, saved_at, last_used_at)
        values (gen_random_uuid(), $1, $4, $5, $2, 'Ana', $3, $3)`,
      id,
      account,
      of.payee === "kept before the pause" ? ago(3) : ago(1),
      bankId === null ? "card" : "pesonet",
      bankId,
    );
  }
}
