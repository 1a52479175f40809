import { parsePesos } from "#common/money.ts";
import { REPEATS } from "#common/scheduleDays.ts";
import {
  isTransferKind,
  RAIL_NAMES,
  TRANSFER_KIND_NAMES,
  TRANSFER_KINDS,
  type TransferKind,
} from "#contract/transferKinds.ts";
import { orderFields, type transferIntent } from "#contract/transfers.ts";
import { deviceNow } from "#client/clock.ts";
import { findDraft, forgetDraft, keepDraft } from "#portal/api/drafts.ts";
import * as z from "zod/mini";

/** Where the money goes: which form orders it. */
export type Destination = (typeof TRANSFER_KINDS)[TransferKind]["form"];
const destination = z.enum([
  ...new Set(TRANSFER_KIND_NAMES.map((kind): Destination => TRANSFER_KINDS[kind].form)),
]);

/** What a member typed, as text, under the names that the calls and their errors use. */
const values = z.object({
  source_account: z.string(),
  destination_bank: z.string(),
  destination_account_number: z.string(),
  destination_account_name: z.string(),
  destination_account: z.string(),
  amount: z.string(),
  /** The text of a shop's code; what an older page kept lacks it. */
  qr: z._default(z.string(), ""),
});
export type FieldName = keyof z.output<typeof values>;

/** Of what is not sent now: how often, and its first day. */
const when = z.object({ repeats: z.enum(REPEATS), firstOn: z.string() });
export type When = z.output<typeof when>;

const draft = z.object({
  to: destination,
  via: z.enum(RAIL_NAMES),
  values,
  when: z.optional(when),
});
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
    qr: "",
  },
});

type Wire = z.input<typeof transferIntent>;
/** What a code approves and a call orders, as it goes out. Amounts are decimal text, '2500.00'. */
export type IntentOf<Kind extends TransferKind> = {
  [Each in Kind]: { kind: Each; amount: string } & Omit<
    Extract<Wire, { kind: Each }>,
    "kind" | "amount" | "shown_fee"
  >;
}[Kind];
export type Intent = IntentOf<TransferKind>;

const texts = z.record(z.string(), z.string());
const intent = z.custom<Intent>((value) => {
  const { success, data } = texts.safeParse(value);
  const kind = success ? data["kind"] : undefined;
  if (!success || kind === undefined || !isTransferKind(kind)) return false;
  // What may be left out: the source, then it is the card, and a shop's code, then it pays no shop.
  const mayLackSource = TRANSFER_KINDS[kind].fromAccount !== null;
  return orderFields(kind).every(
    (name) =>
      data[name] !== undefined || name === "qr" || (mayLackSource && name === "source_account"),
  );
});

/** The code of the shop that an order pays; "" where it pays none. */
export const codeOf = (reviewed: Intent): string =>
  ("qr" in reviewed ? reviewed.qr : undefined) ?? "";

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

/** Forgets a reviewed order, unless something else is kept by now. */
export async function dropReviewed({ key }: Order): Promise<void> {
  const found = await findKeptOrder();
  if (found?.phase === "reviewed" && found.order.key === key) await forgetOrder();
}

/** What was kept; undefined when nothing was, or an older page wrote it differently. */
export async function findKeptOrder(): Promise<Kept | undefined> {
  const parsed = kept.safeParse(await findDraft(FORM));
  return parsed.success ? parsed.data : undefined;
}

/** The order's amount in centavos. */
export const amountOf = ({ intent: reviewed }: Order): bigint => parsePesos(reviewed.amount) ?? 0n;
