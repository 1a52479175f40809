import type { RecentPayee } from "#contract/recipients.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { recentPayeesRead, recipientsRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { fitting as fittingWords } from "#ui/fitting.ts";
import { TextField } from "#ui/TextField.tsx";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useId, useRef, useState } from "react";
import { hasWords } from "./bankSearch.ts";
import { isOn } from "./forms.ts";
import { PayeeLine } from "./PayeeLine.tsx";
import { nameOf, type Payee } from "./recipientNames.ts";
import { RecipientsDialog } from "./RecipientsDialog.tsx";
import type { Setup } from "./setup.ts";

/** As many as are read at a glance, and as many as a search shows. */
const SHOWN = 4;
const FOUND = 8;

/** The people sent to last, saved or not: one press fills the form. Nothing where there is nobody. */
export function Recents({ setup, onChoose }: { setup: Setup; onChoose: (payee: Payee) => void }) {
  const texts = useTexts("recipients");
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const [search, setSearch] = useState("");
  const { data = [] } = useQuery(recentPayeesRead(useGuid()));
  const people = data.filter(({ kind }) => isOn(setup, TRANSFER_KINDS[kind].form));
  const fitting = people.filter((payee) => fits(payee, search));
  const isSearched = search.trim() !== "";
  if (people.length === 0) return null;
  return (
    <section aria-labelledby={titleId} ref={section} tabIndex={-1} className="recents">
      <div className="again-head">
        <h2 id={titleId} className="flabel">
          {texts.title}
        </h2>
        <Manage after={section} onChoose={onChoose} />
      </div>
      {people.length > SHOWN && (
        <search>
          <TextField
            type="search"
            label={texts.search}
            placeholder={texts.searchHint}
            autoComplete="off"
            error={undefined}
            value={search}
            {...(search === "" && { fits: fittingWords(texts.searchHint) })}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </search>
      )}
      <ul className="again">
        {fitting.slice(0, isSearched ? FOUND : SHOWN).map((payee) => (
          <li key={`${payee.bankId} ${payee.accountNumber}`}>
            <button type="button" className="recipient" onClick={() => onChoose(payee)}>
              <PayeeLine payee={payee} />
            </button>
          </li>
        ))}
      </ul>
      <output className={fitting.length > 0 ? "sr" : "sub"}>
        {isSearched &&
          (fitting.length === 0 ? texts.noneFits(search.trim()) : texts.found(fitting.length))}
      </output>
    </section>
  );
}

const fits = (payee: RecentPayee, search: string) =>
  hasWords(
    `${payee.nickname} ${payee.accountName} ${payee.bankName ?? ""} ${payee.accountNumber}`,
    search,
  );

/** Those who are saved: to name otherwise, to forget. */
function Manage({
  after,
  onChoose,
}: {
  after: RefObject<HTMLElement | null>;
  onChoose: (payee: Payee) => void;
}) {
  const texts = useTexts("recipients");
  const [isOpen, setIsOpen] = useState(false);
  const { data: saved = [] } = useQuery(recipientsRead(useGuid()));
  const close = () => {
    setIsOpen(false);
    // Where the last one was forgotten, the button is gone.
    if (saved.length === 0) after.current?.focus();
  };
  return (
    <>
      {saved.length > 0 && (
        <Button small look="quiet" onClick={() => setIsOpen(true)}>
          {texts.manage}
        </Button>
      )}
      {isOpen && (
        <RecipientsDialog
          recipients={saved}
          onChoose={(recipient) => {
            onChoose(recipient);
            setIsOpen(false);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Who was chosen, in place of the fields that say the same; they open again to be changed. */
export function ChosenPayee({ payee, onChange }: { payee: Payee; onChange: () => void }) {
  const texts = useTexts("recipients");
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="flabel">
        {texts.payee}
      </h2>
      <div className="recipient chosen">
        <PayeeLine payee={payee} />
        <Button small look="quiet" aria-label={texts.changeOf(nameOf(payee))} onClick={onChange}>
          {texts.change}
        </Button>
      </div>
    </section>
  );
}
