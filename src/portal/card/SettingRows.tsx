import type { CardDetails } from "#contract/members.ts";
import { paths } from "#portal/paths.ts";
import { SHOW_CVV, useCvvDayEnd } from "#portal/shared/cvvDay.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { type DateForm, formatDate } from "#ui/DateText.tsx";
import { Money, useAmountText } from "#ui/Money.tsx";
import { Banknote, Keyboard, type LucideIcon, MessageSquareText, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ChangePurchaseTexts, PurchaseTextsValue } from "./PurchaseTexts.tsx";

/** PIN, CVV and limit with what leads to their change (rows N04–N06). Off while the card is locked or out of use. */
export function SettingRows({ details, isOff }: { details: CardDetails; isOff: boolean }) {
  const texts = useTexts("card");
  const use = useTexts("cardUse");
  const language = useLanguage();
  const updated = (moment: string | null, form: DateForm) =>
    moment === null
      ? texts.neverChanged
      : texts.updatedLast(formatDate(new Date(moment), form, language));
  return (
    <>
      <Row
        icon={Keyboard}
        name={texts.pin}
        action={<ChangeLink what={texts.pin} to={paths.changePin} isOff={isOff} />}
      >
        <span className="meta">
          {details.pinPending === 1 ? use.waiting : updated(details.datePinChanged, "day")}
        </span>
      </Row>
      <Row
        icon={ShieldCheck}
        name={
          <>
            {texts.cvv} <span className="set-masked">{details.cvv}</span>
          </>
        }
        action={<CvvAction details={details} isOff={isOff} />}
      >
        <span className="meta">
          {details.cvvPending === 1 ? use.waiting : updated(details.dateCvvChanged, "dayTime")}
        </span>
        <NextCvv details={details} />
      </Row>
      <Row
        icon={Banknote}
        name={texts.limit}
        action={<ChangeLink what={texts.limit} to={paths.transactionLimit} isOff={isOff} />}
      >
        <b>
          <Money amount={details.transactionLimit} />
        </b>{" "}
        {texts.perDay}
        {details.limitPending !== null && <span className="meta set-pending">{use.waiting}</span>}
        <PendingLimit details={details} />
      </Row>
    </>
  );
}

/** From which amount on purchases are told by text: the member's to change whatever the card's state. */
export function PurchaseTextsRow({ details }: { details: CardDetails }) {
  const { purchaseTextFrom: from } = details;
  const texts = useTexts("cardUse").purchaseTexts;
  return (
    <Row icon={MessageSquareText} name={texts.name} action={<ChangePurchaseTexts from={from} />}>
      <PurchaseTextsValue from={from} />
    </Row>
  );
}

/** A raise shows from when it holds. */
function PendingLimit({ details }: { details: CardDetails }) {
  const texts = useTexts("cardUse").limit;
  const language = useLanguage();
  const amountText = useAmountText();
  const { pendingLimit } = details;
  if (pendingLimit === null) return null;
  return (
    <span className="meta set-pending">
      {texts.holdsFrom(
        amountText(pendingLimit.amount),
        formatDate(new Date(pendingLimit.startsAt), "dayTime", language),
      )}
    </span>
  );
}

/** While the day of a new CVV runs: from when on there can be another. */
function NextCvv({ details }: { details: CardDetails }) {
  const texts = useTexts("cardUse").cvv;
  const moment = useCvvDayEnd(details);
  if (moment === undefined) return null;
  return <span className="meta set-pending">{texts.nextFrom(moment)}</span>;
}

/** Once a day; a new one that was not looked at yet still leads to its page (rows N05, N09). */
function CvvAction({ details, isOff }: { details: CardDetails; isOff: boolean }) {
  const texts = useTexts("card");
  const use = useTexts("cardUse");
  const isDone = details.cvvDailyLimitReached === 1;
  const toReveal = details.cvvToReveal === 1 && !isOff;
  return (
    <div className="set-both">
      {toReveal && (
        <Link className={buttonClass({ small: true })} to={paths.changeCvv} state={SHOW_CVV}>
          {use.cvv.show}
        </Link>
      )}
      {isDone && (
        <Button small blocked className="set-limit">
          {use.maximumReached}
        </Button>
      )}
      {!toReveal && !isDone && <ChangeLink what={texts.cvv} to={paths.changeCvv} isOff={isOff} />}
    </div>
  );
}

function ChangeLink(props: { what: string; to: string; isOff: boolean }) {
  const texts = useTexts("cardUse");
  const label = texts.changeOf(props.what);
  return props.isOff ? (
    <Button small blocked aria-label={label}>
      {texts.change}
    </Button>
  ) : (
    <Link className={buttonClass({ small: true })} to={props.to} aria-label={label}>
      {texts.change}
    </Link>
  );
}

function Row(props: { icon: LucideIcon; name: ReactNode; action: ReactNode; children: ReactNode }) {
  const Icon = props.icon;
  return (
    <li className="setrow has-action">
      <span className="ic" aria-hidden="true">
        <Icon />
      </span>
      <p className="set-name">{props.name}</p>
      <div className="set-value">{props.children}</div>
      <div className="set-action">{props.action}</div>
    </li>
  );
}
