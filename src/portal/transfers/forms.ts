import { parsePesos, toDecimal } from "#common/money.ts";
import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import { bankForm } from "./bankForm.tsx";
import { cardForm } from "./cardForm.tsx";
import { depositForm } from "./depositForm.tsx";
import type { OneForm } from "./oneForm.ts";
import { type Destination, type Draft, emptyDraft, type Intent, type Order } from "./order.ts";
import { ownForm } from "./ownForm.tsx";
import type { Setup } from "./setup.ts";

/** The forms, in the order in which they are offered. */
export const FORMS: Record<Destination, OneForm> = {
  bank: bankForm,
  card: cardForm,
  deposit: depositForm,
  own: ownForm,
};
const DESTINATIONS = Object.keys(FORMS) as Destination[];

/** The form that transfers of a kind are ordered by. */
export const formOf = (kind: TransferKind): OneForm => FORMS[TRANSFER_KINDS[kind].form];

export const isDestination = (name: string | null): name is Destination =>
  name !== null && Object.hasOwn(FORMS, name);

/** Where a member can send to: what they are offered, and what they came for. */
export const destinationsOf = (setup: Setup, asked: Destination): readonly Destination[] =>
  DESTINATIONS.filter((to) => to === asked || FORMS[to].isOffered(setup));

/** The order for a valid draft, with a key of its own. `ownCard` is the account of the member's card. */
export function makeOrder({ to, via, values }: Draft, ownCard: string): Order | undefined {
  const centavos = parsePesos(values.amount);
  if (centavos === undefined) return undefined;
  const intent = FORMS[to].intentOf(values, { via, ownCard, amount: toDecimal(centavos) });
  return intent && { key: crypto.randomUUID(), intent };
}

/** The form that an order was made of. */
export function draftOf({ intent }: Order): Draft {
  const { form, rail } = TRANSFER_KINDS[intent.kind];
  const empty = emptyDraft(form);
  // What nobody typed, such as the own card, is no field of the form.
  const typed = FORMS[form].fields.map((name) => [name, valueOf(intent, name)]);
  return {
    ...empty,
    via: rail ?? empty.via,
    values: { ...empty.values, ...Object.fromEntries(typed) },
  };
}

const valueOf = (intent: Intent, name: string) =>
  Object.entries(intent).find(([key]) => key === name)?.[1] ?? "";
