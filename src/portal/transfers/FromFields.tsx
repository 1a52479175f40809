import { brand } from "#brand";
import { cardAccountText } from "#contract/cardNames.ts";
import { cardTypeNumbers } from "#contract/cardStatus.ts";
import { profileState } from "#portal/api/sessionState.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { CardArt, type CardTier } from "#ui/CardArt.tsx";
import { Money, useAmountText } from "#ui/Money.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { useStore } from "#ui/store.ts";
import type { FieldsProps } from "./oneForm.ts";
import type { Setup, Source } from "./setup.ts";

/** The member's card as what is sent from: nothing to choose, but to see what is on it. */
export function FromCard({ setup }: { setup: Setup }) {
  const texts = useTexts("transfer");
  return <CardRow setup={setup} label={texts.from} />;
}

/** The card, or whichever of the member's accounts they choose instead. */
export function AnySource({ setup, form, errors }: FieldsProps) {
  if (setup.sourceAccounts.length === 0) return <FromCard setup={setup} />;
  return (
    <SourceField
      card={setup.eonAccount}
      sources={setup.sourceAccounts}
      value={form.values.source_account}
      error={errors.source_account}
      onChange={(account) => form.change("source_account", account)}
    />
  );
}

/** The member's card as what is sent to. */
export function ToOwnCard({ setup }: { setup: Setup }) {
  const texts = useTexts("transfer");
  return <CardRow setup={setup} label={texts.destination} />;
}

function CardRow({ setup, label }: { setup: Setup; label: string }) {
  const texts = useTexts("transfer");
  return (
    <div>
      <p className="flabel">{label}</p>
      <div className="fromrow">
        <SmallCard />
        <div className="fromrow-name">
          <b>{brand.cardDisplayName}</b>
          <span className="meta">{cardAccountText(setup.eonAccount.accountNo)}</span>
        </div>
        <div className="fromrow-balance">
          <span className="meta">{texts.available}</span>
          <b>
            <Money amount={setup.eonAccount.available} />
          </b>
        </div>
      </div>
    </div>
  );
}

/** Only a picture: what it shows stands beside it in words. */
function SmallCard() {
  const texts = useTexts("transfer");
  const type = useStore(profileState)?.cardType;
  const tier: CardTier =
    type === cardTypeNumbers.gold
      ? "gold"
      : type === cardTypeNumbers.platinum
        ? "platinum"
        : "blue";
  return (
    <div className="smallcard" aria-hidden="true">
      <CardArt tier={tier} holder="" label={texts.cardPicture} />
    </div>
  );
}

/** Which of the member's accounts it comes from; where the card may be it too, the card unless another is chosen. */
export function SourceField(props: {
  card?: Setup["eonAccount"];
  sources: readonly Source[];
  value: string;
  error: string | undefined;
  onChange: (accountNumber: string) => void;
}) {
  const texts = useTexts("transfer");
  const amountText = useAmountText();
  const { card } = props;
  const chosen =
    card !== undefined && props.value === ""
      ? {
          name: brand.cardDisplayName,
          accountNumber: card.accountNo,
          withdrawableBalance: card.available,
          lockedBalance: 0n,
        }
      : props.sources.find(({ accountNumber }) => accountNumber === props.value);
  // The choice itself is cut off on a narrow screen: here it is read whole.
  const hint =
    chosen === undefined
      ? {}
      : {
          hint: `${texts.chosenAccount(chosen.name, chosen.accountNumber, amountText(chosen.withdrawableBalance))}${
            chosen.lockedBalance > 0n ? ` · ${texts.locked(amountText(chosen.lockedBalance))}` : ""
          }`,
        };
  return (
    <SelectField
      id="source_account"
      name="source_account"
      label={texts.from}
      {...hint}
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.target.value)}
    >
      {card === undefined ? (
        <option value="" disabled>
          {texts.chooseAccount}
        </option>
      ) : (
        <option value="">
          {texts.accountChoice(brand.cardDisplayName, card.accountNo, amountText(card.available))}
        </option>
      )}
      {props.sources.map((source) => (
        <option key={source.accountNumber} value={source.accountNumber}>
          {texts.accountChoice(
            source.name,
            source.accountNumber,
            amountText(source.withdrawableBalance),
          )}
        </option>
      ))}
    </SelectField>
  );
}
