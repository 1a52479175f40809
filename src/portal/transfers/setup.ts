import { formatPesos } from "#common/money.ts";
import type { ClientConfig, FeatureState } from "#contract/config.ts";
import {
  byKind,
  kindsWhere,
  type Rail,
  RAIL_NAMES,
  TRANSFER_KINDS,
  type TransferKind,
} from "#contract/transferKinds.ts";
import type { TransferSetup } from "#contract/transferSetup.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import type { Draft } from "./order.ts";

/** What the forms need, for a member who has a card account; and how each kind is switched. */
export type Setup = TransferSetup & {
  eonAccount: NonNullable<TransferSetup["eonAccount"]>;
  switches: Record<TransferKind, FeatureState>;
};

/** How the kinds are switched; while that is not known they are on, and the server has the last word. */
export const switchesOf = (config: Pick<ClientConfig, "features"> | undefined): Setup["switches"] =>
  byKind((kind) => config?.features[TRANSFER_KINDS[kind].feature] ?? "on");

/** This rail, or where it is switched off another one. */
export const railFor = ({ switches }: Pick<Setup, "switches">, wanted: Rail): Rail =>
  [wanted, ...RAIL_NAMES].find((rail) => switches[rail] === "on") ?? wanted;

export type Source = Setup["sourceAccounts"][number];
export type Bank = Setup["instapayBankList"][number];

/** The banks that a rail reaches. */
export const banksOf = (setup: Setup, via: Rail): readonly Bank[] => setup[`${via}BankList`];

/** The bank of this identifier, on whichever rail. */
export const bankOf = (setup: Setup, id: string): Bank | undefined =>
  RAIL_NAMES.flatMap((rail) => banksOf(setup, rail)).find((bank) => bank.id === id);

/** How a draft would go: of the kinds that its form orders, the one of its rail. */
export function kindOf({ to, via }: Pick<Draft, "to" | "via">): TransferKind {
  const kind = kindsWhere(({ form, rail }) => form === to && (rail ?? via) === via)[0];
  if (kind === undefined) throw new Error(`Nothing goes to ${to} by ${via}`);
  return kind;
}

/** When PESONet brings what is ordered now, and whether that day is known to be a banking day. */
export const pesonetArrivalOf = ({ pesonetArrival: { creditBy, isConfirmed } }: Setup) => ({
  at: new Date(creditBy),
  isConfirmed,
});

/** What a transfer of this kind costs, in centavos; nothing to a shop that is paid by its code, `qr`. */
export function feeOf({ figures }: Setup, kind: TransferKind, qr = ""): bigint {
  const { fee } = TRANSFER_KINDS[kind];
  return fee === null || qr !== "" ? 0n : figures[fee.figure];
}

/** The most in one transfer of this kind, in centavos; undefined where only the field has one. */
export function mostOf({ figures }: Setup, kind: TransferKind): bigint | undefined {
  const { most } = TRANSFER_KINDS[kind];
  return most === null ? undefined : figures[most.figure];
}

export const feeText = (fee: bigint, texts: Pick<TransferTexts, "noFee" | "feeIs">): string =>
  fee === 0n ? texts.noFee : texts.feeIs(formatPesos(fee));

/** Of an account at our own house all are as long. */
const CARD_DIGITS = 12;

/**
 * When the payee of a form can be paid, where new payees wait and this is one; undefined while its account
 * is not all there, and for the own card. `now` is the server's moment in milliseconds.
 */
export function pauseFor(setup: Setup, draft: Draft, now: number): Date | undefined {
  const { payeePause: pause } = setup;
  const { hasPayee, rail } = TRANSFER_KINDS[kindOf(draft)];
  if (pause === null || !hasPayee || Date.parse(pause.endsAt) <= now) return undefined;
  const { values } = draft;
  const bank = rail === null ? undefined : bankOf(setup, values.destination_bank);
  if (rail !== null && bank === undefined) return undefined;
  const account = rail === null ? values.destination_account : values.destination_account_number;
  if (account.length < (bank?.minDigits ?? CARD_DIGITS)) return undefined;
  const isKnown = pause.known.some(
    ({ bankId, accountNumber }) =>
      accountNumber === account && bankId === (bank === undefined ? null : bank.id),
  );
  return isKnown ? undefined : new Date(pause.endsAt);
}
