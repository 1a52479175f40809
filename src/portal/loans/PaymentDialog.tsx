import { brand } from "#brand";
import { formatPesos } from "#common/money.ts";
import { manilaDate } from "#common/manila.ts";
import { referenceText } from "#common/reference.ts";
import { keepFile } from "#client/keepFile.ts";
import type { LoanAccount } from "#contract/loans.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { drawReceipt, type ReceiptRow } from "#portal/shared/drawReceipt.ts";
import { shareFile } from "#portal/shared/shareFile.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { CopyButton, Reference } from "#ui/Reference.tsx";
import { Image, Share2 } from "lucide-react";
import { useState } from "react";

type Payment = LoanAccount["payments"][number];

/** What a payment is used for, in the order in which it is. */
export const PAYMENT_PARTS = ["penalty", "interest", "principal", "advance"] as const;

/** The receipt of a payment on a loan: when, from where, what it went to and what was left, to keep or to show. */
export function PaymentDialog(props: { loan: LoanAccount; payment: Payment; onClose: () => void }) {
  const { loan, payment, onClose } = props;
  const { payments: texts } = useTexts("loanAccount");
  const receipt = useTexts("receipt");
  const rows = useRows(loan, payment);
  const picture = usePicture(loan, payment);
  return (
    <Dialog title={texts.receiptTitle} onClose={onClose}>
      <div className="stack">
        <p className="bigamt payment-amount">
          <Money amount={payment.amount} />
        </p>
        <div className="payment-ref">
          <span>
            <span className="meta">{receipt.reference}</span>
            <b>
              <Reference value={payment.reference} />
            </b>
          </span>
          <CopyButton value={payment.reference} what={receipt.reference} />
        </div>
        <KeyValueList
          isTight
          rows={rows.map(({ key, name, text, amount, isTotal }) => ({
            key,
            name,
            value: amount === undefined ? text : <Money amount={amount} />,
            ...(isTotal === true ? { isTotal } : {}),
          }))}
        />
        {picture.hasFailed && (
          <Notice kind="bad" role="alert">
            {texts.imageFailed}
          </Notice>
        )}
        <Button look="primary" block pending={picture.isBusy} onClick={() => void picture.share()}>
          <Share2 />
          {receipt.share}
        </Button>
        <Button block pending={picture.isBusy} onClick={() => void picture.save()}>
          <Image />
          {receipt.saveImage}
        </Button>
      </div>
    </Dialog>
  );
}

type Row = Omit<ReceiptRow, "isTotal"> & { amount?: bigint; isTotal?: true };

/** What is listed, on the screen and in the picture alike. */
function useRows(loan: LoanAccount, payment: Payment): Row[] {
  const texts = useTexts("loanAccount");
  const { dateTime } = useTexts("receipt");
  const { from } = useTexts("payLoan");
  const language = useLanguage();
  const { payments } = texts;
  const at = new Date(payment.bookedAt);
  const word = (key: string, name: string, text: string): Row => ({ key, name, text });
  const money = (key: string, name: string, amount: bigint): Row => ({
    key,
    name,
    text: formatPesos(amount),
    amount,
  });
  return [
    word("time", dateTime, formatDate(at, "receipt", language)),
    // What came later than the day that it is for.
    ...(payment.paidOn === manilaDate(at)
      ? []
      : [word("for", payments.countsFor, formatDate(dayOf(payment.paidOn), "day", language))]),
    word("loan", payments.loan, `${loan.name}, ${referenceText(loan.loanId)}`),
    word("how", payments.how, payments[payment.source]),
    ...(payment.from === null
      ? []
      : [word("from", from, `${payment.from.name} ...${payment.from.accountNumber.slice(-4)}`)]),
    ...PAYMENT_PARTS.filter((part) => payment[part] > 0n).map((part) =>
      money(part, payments.parts[part], payment[part]),
    ),
    { ...money("left", payments.balance, payment.balance), isTotal: true },
  ];
}

function usePicture(loan: LoanAccount, payment: Payment) {
  const { payments } = useTexts("loanAccount");
  const receipt = useTexts("receipt");
  const rows = useRows(loan, payment);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  async function withPicture(act: (file: File) => Promise<void>) {
    setIsBusy(true);
    setHasFailed(false);
    try {
      const png = await drawReceipt({
        title: payments.receiptTitle,
        amount: formatPesos(payment.amount),
        payee: loan.name,
        reference: { name: receipt.reference, text: referenceText(payment.reference) },
        rows,
        foot: brand.provider,
        check: "",
      });
      await act(new File([png], `receipt-${payment.reference}.png`, { type: "image/png" }));
    } catch {
      setHasFailed(true);
    }
    setIsBusy(false);
  }

  const save = async (file: File) => keepFile(file, file.name);
  return {
    isBusy,
    hasFailed,
    save: () => withPicture(save),
    share: () => withPicture((file) => shareFile(file, payments.receiptTitle, save)),
  };
}
