import type pg from "pg";

/** What a test may put a card into without a word of how it came there. */
export type ForcedCard = Partial<{
  status: string;
  perso_status: string;
  member_locked: boolean;
  admin_locked: boolean;
  freeze_locked: boolean;
  account_no: string | null;
}>;

/**
 * Puts a member's card into a state as its owner in the database: nobody else can change a card without
 * an event of the state machine.
 */
export async function forceCard(
  owner: pg.Client,
  memberGuid: string,
  state: ForcedCard,
): Promise<void> {
  const columns = Object.keys(state).map((name, index) => `${name} = $${index + 2}`);
  await owner.query("begin");
  await owner.query("alter table card disable trigger card_moves_by_event");
  await owner.query(
    `update card set ${columns.join(", ")} where member_id = (select id from member where guid = $1)`,
    [memberGuid, ...Object.values(state)],
  );
  await owner.query("alter table card enable trigger card_moves_by_event");
  await owner.query("commit");
}
