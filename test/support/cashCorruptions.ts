import type { Scene } from "./ledgerScene.ts";

/** What may be done to the cash at the counters behind the ledger's back. */
export const cashCorruptions = {
  cash_receipt_is_in_the_books: ({ cash }: Scene) => ({
    harm: `insert into journal_entry (operation, step, reference, business_date, booked_at, actor)
        values ('COUNTER_DEPOSIT', 'post', 'CR-0001-0000001', '2026-11-21', now(), 'x');
      insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos)
        select e.id, ${cash}, s.side, 5 from journal_entry e, (values ('D'), ('C')) s (side)
        where e.reference = 'CR-0001-0000001'`,
    heal: `delete from posting where journal_entry_id = (select id from journal_entry where reference = 'CR-0001-0000001');
      delete from journal_entry where reference = 'CR-0001-0000001'`,
  }),
  closed_drawer_is_its_receipts: () => ({
    harm: `insert into cash_drawer (office_id, teller_staff_id, teller, state, float_centavos, opened_at, closed_at, counted_centavos)
      values (1, -1, 'x', 'closed', 100, now(), now(), 99)`,
    heal: "delete from cash_drawer",
  }),
  cash_of_a_branch_is_vault_and_drawers: () => ({
    harm: `insert into cash_drawer (office_id, teller_staff_id, teller, float_centavos, opened_at)
      values (1, -1, 'x', 100, now())`,
    heal: "delete from cash_drawer",
  }),
  vault_is_what_moved: () => ({
    harm: `insert into cash_move (office_id, kind, amount_centavos, needs_keeper, slip, state, asked_by_staff_id, asked_by,
        asked_at, decided_by_staff_id, decided_by, decided_at, journal_entry_id)
      values (1, 'from_bank', 5, false, 'S-1', 'done', -1, 'x', now(), -2, 'y', now(), -1)`,
    heal: "delete from cash_move",
  }),
  cash_receipts_have_no_gap: () => ({
    harm: `insert into cash_receipt (office_id, number, receipt_no, drawer_id, teller_staff_id, account_id, amount_centavos,
        taken_at, journal_entry_id, idempotency_key)
      values (1, 2, 'CR-0001-0000002', -1, -1, -1, 5, now(), -1, 'x')`,
    heal: "delete from cash_receipt",
  }),
};
