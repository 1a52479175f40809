import { useTexts } from "#portal/texts/texts.ts";
import { initialsOf, nameOf, type Payee } from "./recipientNames.ts";

/** Whom, at which bank, with the end of the account number. */
export function PayeeLine({ payee }: { payee: Payee }) {
  const texts = useTexts("recipients");
  const { toCard } = useTexts("transfer");
  const tail = payee.accountNumber.slice(-4);
  const name = nameOf(payee);
  return (
    <>
      <span className="initials" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className="recipient-name">
        <b>{name}</b>
        {/* What the member calls them is no account's name. */}
        {payee.nickname !== "" && <span className="meta">{payee.accountName}</span>}
        <span className="meta">
          {payee.bankName !== null && <span>{payee.bankName} </span>}
          {/* A card account without a name is called by its digits. */}
          {payee.bankName === null && name.endsWith(tail) ? toCard : texts.tail(tail)}
        </span>
      </span>
    </>
  );
}
