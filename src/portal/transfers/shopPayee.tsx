import { readQrPh } from "#common/readQrPh.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { useId } from "react";
import type { Draft } from "./order.ts";
import { PayeeChecked } from "./PayeeChecked.tsx";
import { PayeePause } from "./PayeePause.tsx";
import type { Row } from "./oneForm.ts";
import { bankOf, type Setup } from "./setup.ts";

type ToShop = { destination_bank: string; destination_account_name: string; qr: string };

/** What a shop's code says besides its name; nothing where it is no such code. */
function saysOf(qr: string) {
  const read = readQrPh(qr);
  return "refused" in read || read.shop === undefined
    ? { city: "", label: "", isForAmount: false }
    : { city: read.shop.city, label: read.reference, isForAmount: read.amount !== undefined };
}

/** Whether the code says how much. */
export const isForAmount = (qr: string): boolean => saysOf(qr).isForAmount;

/** Behind the shop's name: ', Quezon City'. */
export const shopAt = (qr: string): string => {
  const { city } = saysOf(qr);
  return city === "" ? "" : `, ${city}`;
};

/** The shop as its code has it, on the review. */
export function shopRows(order: ToShop, setup: Setup, { review, shop }: TransferTexts): Row[] {
  const { label } = saysOf(order.qr);
  return [
    { key: "to", name: review.to, value: shop.byCode },
    { key: "bank", name: shop.acquirer, value: acquirerOf(order, setup) },
    ...(label === "" ? [] : [{ key: "label", name: shop.reference, value: label, isWide: true }]),
  ];
}

const acquirerOf = ({ destination_bank: bank }: ToShop, setup: Setup): string =>
  bankOf(setup, bank)?.bankName ?? "";

/** The shop in place of the fields of a payee: nothing of it is typed, and nothing can be changed. */
export function ShopPayee(props: { setup: Setup; draft: Draft; onDrop: () => void }) {
  const texts = useTexts("transfer");
  const { shop } = texts;
  const titleId = useId();
  const { setup, draft } = props;
  const { values } = draft;
  const { city, label } = saysOf(values.qr);
  const rows = [
    { key: "name", name: shop.name, value: <b>{values.destination_account_name}</b> },
    { key: "city", name: shop.city, value: city },
    { key: "label", name: shop.reference, value: label },
    { key: "bank", name: shop.acquirer, value: acquirerOf(values, setup) },
  ];
  return (
    <section aria-labelledby={titleId} className="stack">
      <h2 id={titleId} className="flabel">
        {shop.title}
      </h2>
      <KeyValueList isTight rows={rows.filter(({ value }) => value !== "")} />
      {/* Anybody can print a code with another's name in it. */}
      <PayeeChecked setup={setup} draft={draft} />
      <PayeePause setup={setup} draft={draft} />
      <div>
        <Button small look="quiet" onClick={props.onDrop}>
          {shop.somebodyElse}
        </Button>
      </div>
    </section>
  );
}
