import { parsePesos, toDecimal } from "#common/money.ts";
import { kindsWhere, TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import { bankForm } from "./bankForm.tsx";
import { cardForm } from "./cardForm.tsx";
import { depositForm } from "./depositForm.tsx";
import type { OneForm } from "./oneForm.ts";
import {
  codeOf,
  type Destination,
  type Draft,
  emptyDraft,
  type Intent,
  type Order,
} from "./order.ts";
import { ownForm } from "./ownForm.tsx";
import { railFor, type Setup } from "./setup.ts";

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

/** Whether an order names a person, and neither an account nor a shop. */
export const isPerson = (intent: Intent): boolean =>
  formOf(intent.kind).payeeIsNamed === true && codeOf(intent) === "";

/** Whom an order is for, with the word before it: 'to Maria Luz, account •••• 3392'. */
export function toPayee(intent: Intent, texts: TransferTexts): string {
  const form = formOf(intent.kind);
  const { person, account } = texts.review.toWords;
  return `${isPerson(intent) ? person : account} ${form.payeeAsked(intent, texts)}`;
}

const kindsOf = (to: Destination) => kindsWhere(({ form }) => form === to);

/** Whether one of the kinds that a form orders is switched on. */
export const isOn = ({ switches }: Pick<Setup, "switches">, to: Destination): boolean =>
  kindsOf(to).some((kind) => switches[kind] === "on");

/** Of a form that is switched off and shown all the same, the kind whose notice says why. */
export const kindOff = (setup: Pick<Setup, "switches">, to: Destination) =>
  isOn(setup, to) ? undefined : kindsOf(to).find((kind) => setup.switches[kind] === "disabled");

/** Where a member can send to: what they are offered, and what they came for; nothing that is hidden. */
export const destinationsOf = (setup: Setup, asked: Destination): readonly Destination[] =>
  DESTINATIONS.filter(
    (to) =>
      (isOn(setup, to) || kindOff(setup, to) !== undefined) &&
      (to === asked || FORMS[to].isOffered(setup)),
  );

/** The form to begin with: what the member came for, else the first that they are offered and is on. */
export const firstDestination = (
  setup: Setup,
  asked: Destination | undefined,
): Destination | undefined => {
  const wanted = asked ?? DESTINATIONS[0];
  const on = DESTINATIONS.filter((to) => isOn(setup, to));
  return on.find((to) => to === wanted) ?? on.find((to) => FORMS[to].isOffered(setup));
};

/** A form with nothing in it, by a way that is on. */
export function openDraft(setup: Setup, to: Destination): Draft {
  const draft = emptyDraft(to);
  return { ...draft, via: railFor(setup, draft.via) };
}

/** The order for a valid draft, with a key of its own. `ownCard` is the account of the member's card. */
export function makeOrder({ to, via, values, when }: Draft, ownCard: string): Order | undefined {
  const centavos = parsePesos(values.amount);
  if (centavos === undefined) return undefined;
  const intent = FORMS[to].intentOf(values, { via, ownCard, amount: toDecimal(centavos) });
  const due = when && { repeats: when.repeats, first_on: when.firstOn };
  return intent && { key: crypto.randomUUID(), intent: { ...intent, ...due } };
}

/** The form that an order was made of. */
export function draftOf({ intent }: Order): Draft {
  const { form, rail } = TRANSFER_KINDS[intent.kind];
  const { repeats, first_on: firstOn } = intent;
  const empty = emptyDraft(form);
  // What nobody typed, such as the own card, is no field of the form.
  const typed = FORMS[form].fields.map((name) => [name, valueOf(intent, name)]);
  return {
    ...empty,
    via: rail ?? empty.via,
    values: { ...empty.values, ...Object.fromEntries(typed) },
    ...(repeats !== undefined && firstOn !== undefined && { when: { repeats, firstOn } }),
  };
}

const valueOf = (intent: Intent, name: string) =>
  Object.entries(intent).find(([key]) => key === name)?.[1] ?? "";
