import * as z from "zod/mini";
import { pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, textFor } from "#contract/fields.ts";

/** Bills and coins in centavos, as cash is counted. */
export const DENOMINATIONS = [
  100000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 100, 25, 10, 5, 1,
] as const;

const error = textFor(fieldTexts.invalid);

/** How many pieces there are of each; what is not named is none. */
export const counts = z
  .array(
    z.object({
      denomination: z.union(
        DENOMINATIONS.map((value) => z.literal(value, { error })),
        { error },
      ),
      pieces: z.int({ error }).check(z.gte(0, { error }), z.lte(100_000, { error })),
    }),
    { error },
  )
  .check(
    z.maxLength(DENOMINATIONS.length, { error }),
    z.refine((rows) => new Set(rows.map(({ denomination }) => denomination)).size === rows.length, {
      error,
    }),
  );
export type Counts = z.output<typeof counts>;

/** What somebody of a branch may ask for; 'count' is also the vault's first. */
export const ASKED_MOVES = ["fill", "drop", "to_bank", "from_bank", "count"] as const;
/** 'float' and 'return' begin and end a drawer; 'opening' is the first count of a vault. */
export const CASH_MOVES = ["opening", "float", "return", ...ASKED_MOVES] as const;
export type CashMoveKind = (typeof CASH_MOVES)[number];

export const cashMove = z.object({
  moveId: z.string(),
  branch: z.string(),
  kind: z.enum(CASH_MOVES),
  amount: pesosOut,
  counts: z.array(z.object({ denomination: z.int(), pieces: z.int() })),
  /** What the bank calls it. */
  slip: z.nullable(z.string()),
  /** 'differs': counted for good, other than it should be; 'ended' by whoever asked, or with its drawer. */
  state: z.enum(["waiting", "differs", "done", "refused", "ended"]),
  askedBy: z.string(),
  askedAt: z.string(),
  decidedBy: z.nullable(z.string()),
  /** Of a count of the vault: what there was more, or below zero less. */
  difference: z.nullable(pesosOut),
  isOwn: z.boolean(),
  /** The caller may confirm or refuse it. */
  mayDecide: z.boolean(),
});
export type CashMove = z.output<typeof cashMove>;

/** By two: who works a drawer, and who keeps the vault. */
const byTwo = { access: "staff", action: "cash.move" } as const;
const rowId = codeText(fieldTexts.required).check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid));

export const askCashMove = endpoint({
  ...byTwo,
  name: "askCashMove",
  method: "POST",
  path: "/staff/cash/moves",
  summary:
    "Ask for cash from the vault into one's open drawer or out of it, or as who keeps the vault between it and the bank, or for its count. Nothing moves until another person of the branch confirms it. The same key again answers the same",
  bodyType: "json",
  body: z.object({
    kind: z.enum(ASKED_MOVES, { error }),
    counts,
    /** The number on the bank's slip; empty for what goes to no bank. */
    slip: codeText(fieldTexts.required).check(z.regex(/^[A-Z0-9-]{0,30}$/, fieldTexts.invalid)),
  }),
  needsIdempotencyKey: true,
  result: cashMove,
  refusals: [
    "idempotency_key_missing",
    "idempotency_key_reused",
    "cash_drawer_missing",
    "cash_drawer_short",
    "cash_vault_missing",
    "cash_vault_short",
    "cash_vault_counts",
    "cash_nothing_counted",
    "cash_slip_missing",
  ],
});

export const decideCashMove = endpoint({
  ...byTwo,
  name: "decideCashMove",
  method: "POST",
  path: "/staff/cash/moves/{moveId}/decide",
  summary:
    "Confirm that cash was counted with who asked, refuse it, or take back what one asked for oneself. Confirmed, it has moved",
  params: z.object({ moveId: rowId }),
  bodyType: "json",
  body: z.object({ decision: z.enum(["confirm", "refuse", "take_back"], { error }) }),
  result: cashMove,
  refusals: [
    "not_found",
    "cash_move_own",
    "cash_move_over",
    "cash_drawer_open",
    "cash_drawer_short",
    "cash_vault_missing",
    "cash_vault_short",
    "cash_vault_moved",
  ],
});

/** What is asked of a second person about the vault; part of requestPayloads.ts. */
export const vaultPayloads = {
  /** Books what a vault had more or less than it should when two people counted it. */
  vault_difference: z.object({ moveId: rowId }),
} as const;

export const cashMoveCalls = [askCashMove, decideCashMove] as const;
