import { useTexts } from "#portal/texts/texts.ts";
import { initialsOf, nameOf, type Payee } from "./recipientNames.ts";

/** Whom, at which bank, with the end of the account number. */
export function PayeeLine({ payee }: { payee: Payee }) {
  const texts = useTexts("recipients");
  return (
    <>
      <span className="initials" aria-hidden="true">
        {initialsOf(nameOf(payee))}
      </span>
      <span className="recipient-name">
        <b>{nameOf(payee)}</b>
        <span className="meta">
          {payee.bankName !== null && <span>{payee.bankName} </span>}
          {texts.tail(payee.accountNumber.slice(-4))}
        </span>
      </span>
    </>
  );
}
