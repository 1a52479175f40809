import { createHmac } from "node:crypto";
import type pg from "pg";
import type { Chance } from "./chance.ts";
import { AUDIT_EDITS, ENTRY_EDITS, POSTING_EDITS, SEAL_EDITS } from "./tamperingEdits.ts";

/** What a tampering touched: verification must name one of these, each for itself. */
export type Touched = {
  stream: "audit" | "ledger";
  /** Each must be named, by its id or by its place in the chain. */
  rows: { rowId?: bigint; position?: bigint }[];
};

/** Over one superuser connection, triggers off, inside a transaction that is undone. */
export type Tampering = {
  name: string;
  run: (client: pg.Pool, chance: Chance, scene: Scene) => Promise<Touched>;
};

/** What there is to tamper with. */
export type Scene = {
  /** Sealed rows, with their places. */
  audit: { rowId: bigint; position: bigint }[];
  ledger: { rowId: bigint; position: bigint }[];
  /** Ids that no row has, between others. */
  gaps: { audit: bigint[]; ledger: bigint[] };
  /** When the first and the last row were sealed. */
  from: Date;
  to: Date;
};

const TABLE = { audit: "audit_event", ledger: "journal_entry" } as const;
const SEAL = { audit: "audit_seal", ledger: "ledger_seal" } as const;

/** Where nothing is, for what must step aside for a moment. */
const AWAY = 1_000_000_000n;

const anyStream = (chance: Chance) => chance.pick(["audit", "ledger"] as const);

export const TAMPERINGS: readonly Tampering[] = [
  ...AUDIT_EDITS.map((set) => editOf("audit", set)),
  ...ENTRY_EDITS.map((set) => editOf("ledger", set)),
  ...POSTING_EDITS.map((set): Tampering => ({
    name: `edit a posting: ${set}`,
    async run(client, chance, { ledger }) {
      const row = chance.pick(ledger);
      await client.query(
        `update posting set ${set} where journal_entry_id = $1 and id = (
          select ${chance.pick(["min", "max"])}(id) from posting where journal_entry_id = $1)
          and $2::text is not null`,
        [row.rowId, String(chance.below(900))],
      );
      return { stream: "ledger", rows: [row] };
    },
  })),
  ...SEAL_EDITS.map((set): Tampering => ({
    name: `edit a seal: ${set}`,
    async run(client, chance, scene) {
      const stream = anyStream(chance);
      const row = chance.pick(scene[stream]);
      await client.query(
        `update ${SEAL[stream]} set ${set} where position = $1 and $2::text is not null`,
        [row.position, String(chance.below(900))],
      );
      return { stream, rows: [row] };
    },
  })),
  {
    name: "delete a row",
    async run(client, chance, scene) {
      const stream = anyStream(chance);
      const row = chance.pick(scene[stream]);
      await client.query(`delete from ${TABLE[stream]} where id = $1`, [row.rowId]);
      if (stream === "ledger" && chance.below(2) === 0) {
        await client.query("delete from posting where journal_entry_id = $1", [row.rowId]);
      }
      return { stream, rows: [row] };
    },
  },
  {
    name: "delete postings",
    async run(client, chance, { ledger }) {
      const row = chance.pick(ledger);
      const side = chance.pick(["{D}", "{C}", "{D,C}"]);
      await client.query("delete from posting where journal_entry_id = $1 and side = any ($2)", [
        row.rowId,
        side,
      ]);
      return { stream: "ledger", rows: [row] };
    },
  },
  {
    name: "delete a row and its seal",
    async run(client, chance, scene) {
      const stream = anyStream(chance);
      const { rowId, position } = chance.pick(scene[stream]);
      await client.query(`delete from ${TABLE[stream]} where id = $1`, [rowId]);
      await client.query(`delete from ${SEAL[stream]} where position = $1`, [position]);
      return { stream, rows: [{ position }] };
    },
  },
  {
    name: "delete a row and its seal, and close the gap",
    async run(client, chance, scene) {
      const stream = anyStream(chance);
      const { rowId, position } = chance.pick(scene[stream].slice(0, -1));
      await client.query(`delete from ${TABLE[stream]} where id = $1`, [rowId]);
      await client.query(`delete from ${SEAL[stream]} where position = $1`, [position]);
      await client.query(
        `update ${SEAL[stream]} set position = position + ${AWAY} where position > $1`,
        [position],
      );
      await client.query(
        `update ${SEAL[stream]} set position = position - ${AWAY} - 1 where position > ${AWAY}`,
      );
      return { stream, rows: [{ position }] };
    },
  },
  {
    name: "insert an event of the past",
    async run(client, chance, { gaps, from, to }) {
      const isInGap = chance.below(2) === 0;
      const id = isInGap ? chance.pick(gaps.audit) : await nextOf(client, "audit_event_id_seq");
      await client.query(
        `insert into audit_event (id, at, actor_kind, actor, action, object, correlation_id)
         overriding system value values ($1, $2, 'staff', 'forged', 'forged', 'forged', 'forged')`,
        [id, past(chance, from, to)],
      );
      return { stream: "audit", rows: [{ rowId: id }] };
    },
  },
  {
    name: "insert an entry of the past",
    async run(client, chance, { gaps, from, to }) {
      const isInGap = chance.below(2) === 0;
      const id = isInGap ? chance.pick(gaps.ledger) : await nextOf(client, "journal_entry_id_seq");
      await insertEntry(client, id, past(chance, from, to));
      return { stream: "ledger", rows: [{ rowId: id }] };
    },
  },
  {
    name: "insert a row with an id that nobody drew",
    async run(client, chance, { to }) {
      const stream = anyStream(chance);
      const id = 1_000_000n + BigInt(chance.below(1_000_000));
      if (stream === "ledger") await insertEntry(client, id, to);
      else {
        await client.query(
          `insert into audit_event (id, at, actor_kind, actor, action, object, correlation_id)
           overriding system value values ($1, $2, 'staff', 'forged', 'forged', 'forged', 'forged')`,
          [id, to],
        );
      }
      return { stream, rows: [{ rowId: id }] };
    },
  },
  {
    name: "insert an event with a seal of one's own",
    async run(client, chance, { audit, from, to }) {
      const id = await nextOf(client, "audit_event_id_seq");
      const forged = createHmac("sha256", String(chance.below(1e9))).digest();
      await client.query(
        `insert into audit_event (id, at, actor_kind, actor, action, object, correlation_id)
         overriding system value values ($1, $2, 'staff', 'forged', 'forged', 'forged', 'forged')`,
        [id, past(chance, from, to)],
      );
      await client.query(
        `insert into audit_seal select max(position) + 1, $1, $2, $3, $3 from audit_seal`,
        [id, to, forged],
      );
      return { stream: "audit", rows: [{ rowId: id, position: BigInt(audit.length) }] };
    },
  },
  {
    name: "insert postings into an entry",
    async run(client, chance, { ledger }) {
      const row = chance.pick(ledger);
      await client.query(
        `insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos)
         select $1, ledger_account_id, side, 1 from posting where journal_entry_id = $1`,
        [row.rowId],
      );
      return { stream: "ledger", rows: [row] };
    },
  },
  {
    name: "insert postings without an entry",
    async run(client, chance, { gaps }) {
      const rowId = chance.pick(gaps.ledger);
      await client.query(
        `insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos)
         select $1, ledger_account_id, side, amount_centavos from posting limit 2`,
        [rowId],
      );
      return { stream: "ledger", rows: [{ rowId }] };
    },
  },
  {
    name: "move postings to another entry",
    async run(client, chance, { ledger }) {
      const [one, other] = two(chance, ledger);
      await client.query("update posting set journal_entry_id = $2 where journal_entry_id = $1", [
        one.rowId,
        other.rowId,
      ]);
      return { stream: "ledger", rows: [one, other] };
    },
  },
  {
    name: "swap two rows by their ids",
    async run(client, chance, scene) {
      const stream = anyStream(chance);
      const [one, other] = two(chance, scene[stream]);
      await swap(client, `${TABLE[stream]}`, "id", one.rowId, other.rowId);
      if (stream === "ledger" && chance.below(2) === 0) {
        await swap(client, "posting", "journal_entry_id", one.rowId, other.rowId);
      }
      return { stream, rows: [one, other] };
    },
  },
  {
    name: "swap the actors of two events",
    async run(client, chance, { audit }) {
      const [one, other] = two(chance, audit);
      const { rowCount } = await client.query(
        `update audit_event e set actor = o.actor || '', detail = o.detail, object = o.object,
           correlation_id = o.correlation_id || case when o.correlation_id = e.correlation_id then '.' else '' end
         from audit_event o where e.id in ($1, $2) and o.id in ($1, $2) and o.id <> e.id`,
        [one.rowId, other.rowId],
      );
      if (rowCount !== 2) throw new Error("nothing was swapped");
      return { stream: "audit", rows: [one, other] };
    },
  },
  {
    name: "swap two seals, rows and all",
    async run(client, chance, scene) {
      const stream = anyStream(chance);
      const [one, other] = two(chance, scene[stream]);
      await swap(client, SEAL[stream], "position", one.position, other.position);
      return { stream, rows: [{ position: one.position }, { position: other.position }] };
    },
  },
  {
    name: "swap what two seals seal",
    async run(client, chance, scene) {
      const stream = anyStream(chance);
      const [one, other] = two(chance, scene[stream]);
      await swap(client, SEAL[stream], "row_id", one.rowId, other.rowId);
      return { stream, rows: [one, other] };
    },
  },
  {
    name: "edit a row, and seal it anew with all that follow, with another key",
    async run(client, chance, { audit }) {
      const row = chance.pick(audit);
      await client.query("update audit_event set actor = 'forged' where id = $1", [row.rowId]);
      await client.query(
        `update audit_seal set row_mac = sha256(row_mac || 'forged') where position = $1`,
        [row.position],
      );
      await client.query(
        `update audit_seal set hash = sha256(hash || row_mac || 'forged') where position >= $1`,
        [row.position],
      );
      return { stream: "audit", rows: [row] };
    },
  },
  {
    name: "edit a row, and give it the proof of another with the same contents",
    async run(client, chance, { audit }) {
      const [one, other] = two(chance, audit);
      await client.query(
        `update audit_event e set (at, actor_kind, actor, action, object, correlation_id, detail) =
           (select at, actor_kind, actor, action, object, correlation_id, detail
             from audit_event where id = $2) where id = $1`,
        [one.rowId, other.rowId],
      );
      await client.query(
        `update audit_seal s set row_mac = o.row_mac from audit_seal o
         where s.position = $1 and o.position = $2`,
        [one.position, other.position],
      );
      return { stream: "audit", rows: [one] };
    },
  },
  {
    name: "cut the tail",
    async run(client, chance, scene) {
      const stream = anyStream(chance);
      const rows = scene[stream];
      const { position } = chance.pick(rows.slice(-20));
      if (chance.below(2) === 0) {
        await client.query(
          `delete from ${TABLE[stream]} where id in (
             select row_id from ${SEAL[stream]} where position >= $1)`,
          [position],
        );
      }
      await client.query(`delete from ${SEAL[stream]} where position >= $1`, [position]);
      return { stream, rows: [{ position }] };
    },
  },
];

function editOf(stream: "audit" | "ledger", set: string): Tampering {
  return {
    name: `edit ${TABLE[stream]}: ${set}`,
    async run(client, chance, scene) {
      const row = chance.pick(scene[stream]);
      const { rowCount } = await client.query(
        `update ${TABLE[stream]} set ${set} where id = $1 and $2::text is not null`,
        [row.rowId, String(chance.below(900))],
      );
      if (rowCount !== 1) throw new Error("nothing was edited");
      return { stream, rows: [row] };
    },
  };
}

function two<T>(chance: Chance, from: readonly T[]): [T, T] {
  const first = chance.below(from.length);
  const second = (first + 1 + chance.below(from.length - 1)) % from.length;
  const [one, other] = [from[first], from[second]];
  if (one === undefined || other === undefined) throw new Error("there are no two");
  return [one, other];
}

async function swap(
  client: pg.Pool,
  table: string,
  column: string,
  one: bigint,
  other: bigint,
): Promise<void> {
  for (const [from, to] of [
    [one, AWAY],
    [other, one],
    [AWAY, other],
  ]) {
    await client.query(`update ${table} set ${column} = $2 where ${column} = $1`, [from, to]);
  }
}

async function nextOf(client: pg.Pool, sequence: string): Promise<bigint> {
  const { rows } = await client.query<{ id: bigint }>("select nextval($1) as id", [sequence]);
  return rows[0]?.id ?? 0n;
}

async function insertEntry(client: pg.Pool, id: bigint, at: Date): Promise<void> {
  await client.query(
    `insert into journal_entry (id, operation, step, reference, business_date, booked_at, actor)
     overriding system value values ($1, 'FORGED', 'post', 'forged', '2026-11-21', $2, 'forged')`,
    [id, at],
  );
  await client.query(
    `insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos)
     select $1, ledger_account_id, side, amount_centavos from posting order by id limit 2`,
    [id],
  );
}

/** A moment in the chain's time, more than the quarter of an hour that clocks may differ ago. */
function past(chance: Chance, from: Date, to: Date): Date {
  const room = to.getTime() - 16 * 60_000 - from.getTime();
  return new Date(from.getTime() + chance.below(room));
}
