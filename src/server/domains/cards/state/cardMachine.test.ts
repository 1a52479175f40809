import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cardStatusNumbers } from "#contract/cardStatus.ts";
import { refusals } from "#contract/refusals.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { forceCard } from "#test/support/forceCard.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { type CardEvent, type CardField, fieldOf } from "./cardEvents.ts";
import { type CardActor, moveCard } from "./moveCard.ts";

type Transition = {
  field: "cardStatus" | "persoCardStatus" | "memberLocked" | "adminLocked" | "freezeLocked";
  from: number;
  to: number;
  code: CardEvent;
  actors: CardActor["kind"][];
};

// Our own data, whose shape this test is about.
const file = JSON.parse(readFileSync("data/vectors/card-transitions.json", "utf8")) as {
  transitions: Transition[];
};
const columns = {
  cardStatus: "status",
  persoCardStatus: "perso_status",
  memberLocked: "member_locked",
  adminLocked: "admin_locked",
  freezeLocked: "freeze_locked",
} as const satisfies Record<Transition["field"], CardField>;
const statuses = Object.keys(cardStatusNumbers) as (keyof typeof cardStatusNumbers)[];

function named(field: Transition["field"], value: number): string {
  if (field.endsWith("Locked")) return value ? "locked" : "unlocked";
  return statuses.find((name) => cardStatusNumbers[name] === value) ?? "";
}

const table = file.transitions.map(({ field, from, to, code, actors }) => ({
  field: columns[field],
  from_status: named(field, from),
  to_status: named(field, to),
  event: code,
  actor_kinds: actors,
}));

let world: World;
let member: TestMember;
let cardId: bigint;
beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember();
  ({ id: cardId } = await world.app.db
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow());
});
afterAll(() => world.close());

test("the table of the database is data/vectors/card-transitions.json, and the program knows each event", async () => {
  const rows = await world.app.db.selectFrom("card_transition").selectAll().execute();
  const key = (row: { field: string; from_status: string; event: string }) =>
    `${row.field} ${row.from_status} ${row.event}`;
  const sorted = <Row extends Parameters<typeof key>[0]>(all: Row[]) =>
    all.toSorted((a, b) => key(a).localeCompare(key(b)));
  expect(sorted(rows)).toEqual(sorted(table));
  for (const { event, field } of table) expect(fieldOf[event]).toBe(field);
  expect(Object.keys(fieldOf).toSorted()).toEqual(
    [...new Set(table.map(({ event }) => event))].toSorted(),
  );
});

type State = Record<CardField, string>;

/** Every pair of states without locks, and every state with each pair of locks. */
const states: State[] = statuses.flatMap((status) => [
  ...statuses.map((perso_status) => ({ status, perso_status, ...locks(false, false) })),
  ...[
    locks(true, false),
    locks(false, true),
    locks(true, true),
    locks(false, false, true),
    locks(true, true, true),
  ].map((pair) => ({
    status,
    perso_status: "not_applied",
    ...pair,
  })),
]);

function locks(isMemberLocked: boolean, isAdminLocked: boolean, isFreezeLocked = false) {
  return {
    member_locked: isMemberLocked ? "locked" : "unlocked",
    admin_locked: isAdminLocked ? "locked" : "unlocked",
    freeze_locked: isFreezeLocked ? "locked" : "unlocked",
  };
}

/** The table's guards, in the words of the requirements. */
function guardHolds(event: CardEvent, { status, perso_status, admin_locked }: State): boolean {
  if (["lock_card", "unlock_card", "lock_over"].includes(event)) {
    return status === "active" && admin_locked === "unlocked";
  }
  if (["request_perso_card", "activate_perso_card", "retry_perso_card"].includes(event)) {
    return status === "not_applied" || status === "active" || status === "failed";
  }
  if (event === "request_card") return perso_status === "not_applied";
  if (event === "activate_first_card") {
    return ["for_pickup", "for_activation", "failed"].includes(perso_status);
  }
  if (event === "replace_card") return perso_status !== "active";
  return event !== "close_perso_card" || status === "deactivated";
}

/** The sentence for what stands in the way. */
function sentence(event: CardEvent, { status, perso_status, admin_locked }: State): string {
  if (status === "deactivated") return refusals.card_deactivated.en;
  if (status === "suspended") return refusals.card_suspended.en;
  const field = fieldOf[event];
  if (field === "member_locked" && admin_locked === "locked") return refusals.card_admin_locked.en;
  const isAboutPerso =
    field === "perso_status" || ["request_card", "activate_first_card"].includes(event);
  if (isAboutPerso && perso_status === "processing" && statusAllows(event, status)) {
    return refusals.card_processing.en;
  }
  if (isAboutPerso && perso_status === "failed" && statusAllows(event, status)) {
    return refusals.activation_failed.en;
  }
  if (field === "status" && status === "processing") return refusals.card_application_processing.en;
  return refusals.card_state.en;
}

const statusAllows = (event: CardEvent, status: string) =>
  fieldOf[event] !== "status" ||
  table.some((row) => row.event === event && row.from_status === status);

const ACTORS = ["member", "staff", "issuer", "job"] as const;
const events = Object.keys(fieldOf) as CardEvent[];

test.each(statuses)(
  "every action of everybody on a card that is %s: exactly what the table says",
  async (status) => {
    for (const state of states.filter((each) => each.status === status)) {
      await asAdmin(world.database.ownerUrl, (owner) =>
        forceCard(owner, member.guid, {
          ...state,
          member_locked: state.member_locked === "locked",
          admin_locked: state.admin_locked === "locked",
          freeze_locked: state.freeze_locked === "locked",
        }),
      );
      await inOneTransaction(async (tx) => {
        for (const event of events) await expectOutcomes(tx, event, state);
      });
    }
  },
);

async function expectOutcomes(tx: Tx, event: CardEvent, state: State): Promise<void> {
  const row = rowOf(event, state);
  // Where the table has no row it is the same for all.
  for (const kind of row === undefined ? (["member"] as const) : ACTORS) {
    const what = `${event} by ${kind} in ${JSON.stringify(state)}`;
    expect(await tried(tx, event, kind), what).toEqual(outcome(event, kind, state));
  }
}

const rowOf = (event: CardEvent, state: State) =>
  table.find((row) => row.event === event && row.from_status === state[fieldOf[event]]);

/** What the table says: the card after it, or why not. */
function outcome(event: CardEvent, kind: CardActor["kind"], state: State): State | string {
  const row = rowOf(event, state);
  if (row === undefined) return sentence(event, state);
  if (!row.actor_kinds.includes(kind)) return "not for them";
  if (!guardHolds(event, state)) return sentence(event, state);
  return { ...state, [row.field]: row.to_status };
}

async function inOneTransaction(work: (tx: Tx) => Promise<void>): Promise<void> {
  const wanted = new Error("taken back");
  const all = transact(world.app.db, async (tx) => {
    await work(tx);
    throw wanted;
  });
  await expect(all).rejects.toBe(wanted);
}

/** The card after the move, which is taken back; or why there was none. */
async function tried(tx: Tx, event: CardEvent, kind: CardActor["kind"]): Promise<State | string> {
  await sql`savepoint before`.execute(tx);
  try {
    await moveCard(tx, {
      cardId,
      event,
      actor: { kind, name: "test" },
      reason: "",
      at: world.app.now(),
      correlationId: "test",
    });
    const { member_locked, admin_locked, freeze_locked, ...card } = await tx
      .selectFrom("card")
      .select(["status", "perso_status", "member_locked", "admin_locked", "freeze_locked"])
      .where("id", "=", cardId)
      .executeTakeFirstOrThrow();
    return { ...card, ...locks(member_locked, admin_locked, freeze_locked) };
  } catch (error) {
    if (error instanceof Refusal) return refusals[error.code].en;
    if (error instanceof Error && error.message === `${event} is not for ${kind}`) {
      return "not for them";
    }
    throw error;
  } finally {
    await sql`rollback to savepoint before`.execute(tx);
  }
}

test("the database changes no card without its event, and no event without its change", async () => {
  const other = await world.makeMember();
  const { db } = world.app;
  const { id } = await db
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", other.id)
    .executeTakeFirstOrThrow();
  const event = {
    card_id: id,
    field: "status",
    from_status: "active",
    to_status: "suspended",
    event: "suspend",
    actor_kind: "issuer",
    actor: "issuer",
    at: world.app.now(),
    correlation_id: "test",
  };
  const write = (row: object) =>
    transact(db, async (tx) => {
      await tx
        .insertInto("card_event")
        .values({ ...event, ...row })
        .execute();
    });
  for (const set of [
    { status: "suspended" },
    { perso_status: "active" },
    { member_locked: true },
    { admin_locked: true },
  ]) {
    const change = db.updateTable("card").set(set).where("id", "=", id).execute();
    await expect(change).rejects.toMatchObject({ code: "CD004" });
  }
  // Without the change, of another state, by another actor, and what the table does not have.
  await expect(write({})).rejects.toMatchObject({ code: "CD003" });
  await expect(
    write({
      from_status: "suspended",
      to_status: "active",
      event: "unsuspend",
      actor_kind: "staff",
    }),
  ).rejects.toMatchObject({ code: "CD002" });
  await expect(write({ actor_kind: "member" })).rejects.toMatchObject({ code: "CD001" });
  await expect(write({ to_status: "deactivated" })).rejects.toMatchObject({ code: "CD001" });

  await transact(db, (tx) =>
    moveCard(tx, {
      cardId: id,
      event: "suspend",
      actor: { kind: "issuer", name: "issuer" },
      reason: "3 wrong PINs",
      at: world.app.now(),
      correlationId: "test-1",
    }),
  );
  // The event of an earlier transaction allows nothing more.
  const again = db.updateTable("card").set({ status: "active" }).where("id", "=", id).execute();
  await expect(again).rejects.toMatchObject({ code: "CD004" });

  const written = await db.selectFrom("card_event").selectAll().where("card_id", "=", id).execute();
  expect(written).toMatchObject([
    {
      field: "status",
      from_status: "active",
      to_status: "suspended",
      event: "suspend",
      actor_kind: "issuer",
      actor: "issuer",
      reason: "3 wrong PINs",
      correlation_id: "test-1",
    },
  ]);
  for (const change of [
    sql`update card_event set reason = 'other' where card_id = ${id}`,
    sql`delete from card_event where card_id = ${id}`,
    sql`truncate card_event`,
    sql`update card_transition set to_status = 'active'`,
  ]) {
    await expect(change.execute(db)).rejects.toMatchObject({ code: "42501" });
  }
  await asAdmin(world.database.ownerUrl, async (owner) => {
    await expect(owner.query("delete from card_event")).rejects.toMatchObject({ code: "42501" });
    await expect(owner.query("truncate card_event")).rejects.toMatchObject({ code: "42501" });
  });
});

test("20 wrong PINs at once suspend a card once", async () => {
  const other = await world.makeMember();
  const { db } = world.app;
  const { id } = await db
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", other.id)
    .executeTakeFirstOrThrow();
  const moves = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      transact(db, (tx) =>
        moveCard(tx, {
          cardId: id,
          event: "suspend",
          actor: { kind: "issuer", name: "issuer" },
          reason: "",
          at: world.app.now(),
          correlationId: "test",
        }),
      ),
    ),
  );
  expect(moves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const events = await db.selectFrom("card_event").select("id").where("card_id", "=", id).execute();
  expect(events).toHaveLength(1);
});
