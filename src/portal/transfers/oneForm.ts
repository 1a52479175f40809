import type { Rail } from "#contract/transferKinds.ts";
import type { TransferDetails } from "#contract/transferDetails.ts";
import type { Form } from "#client/form/useForm.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import type { ComponentType, ReactNode } from "react";
import type { Draft, FieldName, Intent } from "./order.ts";
import type { Setup } from "./setup.ts";

/** What the fields of a form are given. */
export type FieldsProps = {
  setup: Setup;
  form: Form<FieldName>;
  way: Pick<Draft, "to" | "via">;
  errors: Partial<Record<FieldName, string>>;
  /** The bank that changing the method took out; '' for none. */
  clearedBank: string;
  onChooseBank: (bank: string) => void;
};

/** What the choice of the way is given. */
export type WayProps = {
  setup: Setup;
  draft: Pick<Draft, "via" | "when">;
  onChange: (via: Rail) => void;
};

export type Row = { key: string; name: ReactNode; value: ReactNode; isWide?: boolean };

type AmountText = (centavos: bigint) => string;

/**
 * One form of sending, with all that sets it apart: own fields, words and rows. What follows from the facts of
 * its kinds (contract/transferKinds.ts) is no part of it. `Own` is what it orders.
 */
export type OneForm<Own extends Intent = Intent> = {
  /** The number of the choice (row O01). */
  number: string;
  /** Its fields, which are those of the call. */
  fields: readonly FieldName[];
  /** Of these, what may be left out. */
  mayBeEmpty?: readonly FieldName[];
  /** Whether the member is offered it. */
  isOffered(setup: Setup): boolean;
  /** Title and detail of the choice. */
  choice(setup: Setup, texts: TransferTexts): { title: string; detail: string };
  From: ComponentType<FieldsProps>;
  /** By which way, where there is more than one. */
  Way?: ComponentType<WayProps>;
  /** Who receives it, typed or shown. */
  Payee: ComponentType<FieldsProps>;
  /** What stands under the amount, and the reminders beside the form. */
  hint(setup: Setup, texts: TransferTexts, amountText: AmountText): string;
  reminders(setup: Setup, via: Rail): readonly string[];
  /** What the contract cannot know is wrong. */
  moreErrors?(
    values: Draft["values"],
    setup: Setup,
    words: { required: string; errors: TransferTexts["errors"] },
  ): Partial<Record<FieldName, string>>;
  intentOf(
    values: Draft["values"],
    more: { via: Rail; ownCard: string; amount: string },
  ): Own | undefined;
  /** Who it is for: in the review's title, in the question for the code, and in the rows of the review. */
  payeeTitle(intent: Own, texts: TransferTexts): string;
  /** Behind the title: ', BDO •••• 3392', where the title does not say it. */
  payeeAt?(intent: Own, setup: Setup, texts: TransferTexts): string;
  payeeAsked(intent: Own, texts: TransferTexts): string;
  /** Title and question begin with a name, and not with an account. */
  payeeIsNamed?: true;
  payeeRows(intent: Own, setup: Setup, texts: TransferTexts): Row[];
  /** Where to and by which way on the receipt; the name and bank under its amount, '' for none. */
  receiptWay(details: TransferDetails, texts: TransferTexts): { to: string; via: string };
  receiptPayee(details: TransferDetails): { name: string; bank: string };
};
