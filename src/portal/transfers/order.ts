import { parsePesos, toDecimal } from "#common/money.ts";
import { deviceNow } from "#client/clock.ts";
import { findDraft, forgetDraft, keepDraft } from "#portal/api/drafts.ts";
import * as z from "zod/mini";

/** Where the money goes; the numbers are those on the wire (docs/requirements/decisions.md, 6). */
const destination = z.enum(["own", "bank", "card"]);
export type Destination = z.output<typeof destination>;
export const destinationNumbers: Record<Destination, string> = { own: "1", bank: "2", card: "3" };

const rail = z.enum(["pesonet", "instapay"]);
export type Rail = z.output<typeof rail>;

/** What a member typed, as text, under the names that the calls and their errors use. */
const values = z.object({
  source_account: z.string(),
  destination_bank: z.string(),
  destination_account_number: z.string(),
  destination_account_name: z.string(),
  destination_account: z.string(),
  amount: z.string(),
});
export type FieldName = keyof z.output<typeof values>;

const draft = z.object({ to: destination, via: rail, values });
export type Draft = z.output<typeof draft>;

/** A form with nothing in it. */
export const emptyDraft = (to: Destination): Draft => ({
  to,
  via: "pesonet",
  values: {
    source_account: "",
    destination_bank: "",
    destination_account_number: "",
    destination_account_name: "",
    destination_account: "",
    amount: "",
  },
});

/** What a code approves and a call orders, as it goes out. Amounts are decimal text, '2500.00'. */
const intent = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("own"),
    source_account: z.string(),
    destination_account: z.string(),
    amount: z.string(),
  }),
  z.object({ kind: z.literal("card"), destination_account: z.string(), amount: z.string() }),
  z.object({
    kind: rail,
    destination_bank: z.string(),
    destination_account_number: z.string(),
    destination_account_name: z.string(),
    amount: z.string(),
  }),
]);
export type Intent = z.output<typeof intent>;

/**
 * What a member reviewed. The key is made with it and never changes: however often it is sent,
 * after a lost answer or a reload, it is one transfer.
 */
const order = z.object({ key: z.uuid(), intent });
export type Order = z.output<typeof order>;

/** How far an order got. 'submitted' stands until the server's final answer is known. */
const kept = z.discriminatedUnion("phase", [
  z.object({ phase: z.literal("typed"), draft }),
  z.object({ phase: z.literal("reviewed"), order }),
  z.object({
    phase: z.literal("submitted"),
    order,
    pinId: z.string(),
    // Until when its code counts (deviceNow). What an older page kept lacks it: at the latest from now.
    canGoUntil: z._default(z.number(), () => deviceNow() + CODE_LASTS_MS),
  }),
]);
export type Kept = z.output<typeof kept>;

/** A code counts for five minutes (docs/requirements/decisions.md, 4), counted from when it was sent. */
export const CODE_LASTS_MS = 5 * 60_000;

const FORM = "transfer";

/** Keeps the order over a reload and a session that ran out. */
export const keepOrder = (state: Kept): Promise<void> => keepDraft(FORM, state);

/** The order was answered for good, or given up before it was sent. */
export const forgetOrder = (): Promise<void> => forgetDraft(FORM);

/** What was kept; undefined when nothing was, or an older page wrote it differently. */
export async function findKeptOrder(): Promise<Kept | undefined> {
  const parsed = kept.safeParse(await findDraft(FORM));
  return parsed.success ? parsed.data : undefined;
}

/** The order for a valid draft, with a key of its own. `ownCard` is the account of the member's card. */
export function makeOrder({ to, via, values: typed }: Draft, ownCard: string): Order | undefined {
  const centavos = parsePesos(typed.amount);
  if (centavos === undefined) return undefined;
  const amount = toDecimal(centavos);
  const key = crypto.randomUUID();
  switch (to) {
    case "own":
      return {
        key,
        intent: {
          kind: "own",
          source_account: typed.source_account,
          destination_account: ownCard,
          amount,
        },
      };
    case "card":
      return {
        key,
        intent: { kind: "card", destination_account: typed.destination_account, amount },
      };
    case "bank":
      return {
        key,
        intent: {
          kind: via,
          destination_bank: typed.destination_bank,
          destination_account_number: typed.destination_account_number,
          destination_account_name: typed.destination_account_name.trim(),
          amount,
        },
      };
  }
}

/** The form that an order was made of. */
export function draftOf({ intent: reviewed }: Order): Draft {
  const { kind, ...typed } = reviewed;
  const isToBank = kind === "instapay" || kind === "pesonet";
  const empty = emptyDraft(isToBank ? "bank" : kind);
  return {
    ...empty,
    via: isToBank ? kind : empty.via,
    values: {
      ...empty.values,
      ...typed,
      // Of an own transfer it is the member's own card, which nobody typed.
      ...(kind === "own" ? { destination_account: "" } : {}),
    },
  };
}

/** The order's amount in centavos. */
export const amountOf = ({ intent: reviewed }: Order): bigint => parsePesos(reviewed.amount) ?? 0n;
