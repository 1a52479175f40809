import type { Recipient } from "#contract/recipients.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { recipientsRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Draft } from "./order.ts";
import { RecipientsDialog } from "./RecipientsDialog.tsx";
import { nameOf, initialsOf } from "./recipientNames.ts";

/** As many as stand side by side without a list to read through. */
const SHOWN = 4;

/** The people sent to last: one press fills the form. Nothing where nobody is kept. */
export function SendAgain(props: {
  to: Draft["to"];
  values: Draft["values"];
  onChoose: (recipient: Recipient) => void;
}) {
  const texts = useTexts("recipients");
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(recipientsRead(useGuid()));
  const fitting = data?.filter(({ kind }) => TRANSFER_KINDS[kind].form === props.to) ?? [];
  // Who forgets the last one still sees that it is done.
  if (fitting.length === 0 && !isOpen) return null;
  return (
    <section aria-labelledby={titleId}>
      <div className="again-head">
        <h2 id={titleId} className="flabel">
          {texts.title}
        </h2>
        <Button small look="quiet" onClick={() => setIsOpen(true)}>
          {texts.manage}
        </Button>
      </div>
      <ul className="again">
        {fitting.slice(0, SHOWN).map((recipient) => (
          <li key={recipient.id}>
            <button
              type="button"
              className="recipient"
              aria-pressed={isChosen(recipient, props.values)}
              onClick={() => props.onChoose(recipient)}
            >
              <span className="initials" aria-hidden="true">
                {initialsOf(nameOf(recipient))}
              </span>
              <span className="recipient-name">
                <b>{nameOf(recipient)}</b>
                <span className="meta">
                  {texts.tail(recipient.accountNumber.slice(-4))}
                  {recipient.bankName !== null && <span> {recipient.bankName}</span>}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {isOpen && (
        <RecipientsDialog
          recipients={fitting}
          onChoose={(recipient) => {
            props.onChoose(recipient);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  );
}

const isChosen = (recipient: Recipient, values: Draft["values"]) =>
  recipient.bankId === null
    ? values.destination_account === recipient.accountNumber
    : values.destination_account_number === recipient.accountNumber &&
      values.destination_bank === recipient.bankId;
