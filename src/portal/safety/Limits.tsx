import type { LimitSpan, OwnLimit, OwnLimits } from "#contract/ownLimits.ts";
import { LIMIT_SPANS, NEW_PAYEE, setOwnLimit } from "#contract/ownLimits.ts";
import { toDecimal } from "#common/money.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { call } from "#portal/api/call.ts";
import { ownLimitsRead, readMoneyAnew } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useQuery } from "@tanstack/react-query";
import { Fingerprint, Gauge, type LucideIcon, UserRound } from "lucide-react";
import { useState } from "react";
import { LimitDialog } from "./LimitDialog.tsx";
import { isSet, type Limited, ofKind, ofNewPayee, ofPayee } from "./limited.ts";
import { SafetyRow, SafetySection } from "./SafetySection.tsx";

/** The limits that the member set for transfers: what holds, what is left of it, and what is to come. */
export function Limits() {
  const texts = useTexts("ownLimits");
  const query = useQuery(ownLimitsRead(useGuid()));
  return (
    <SafetySection id="limits" title={texts.title} hint={texts.hint} query={query} rows={4}>
      {(limits) => <LimitList limits={limits} />}
    </SafetySection>
  );
}

function LimitList({ limits }: { limits: OwnLimits }) {
  const texts = useTexts("ownLimits");
  const language = useLanguage();
  const [changed, setChanged] = useState<readonly Limited[]>();
  const kinds = limits.kinds.map((kind) =>
    ofKind(kind, TRANSFER_KINDS[kind.kind].staffName[language]),
  );
  const payees = limits.payees.map((payee) =>
    ofPayee(payee, texts.payee(payee.name, payee.accountNumber.slice(-4))),
  );
  const limited = payees.filter(({ of: { day } }) => day !== undefined && isSet(day));
  const newPayee = ofNewPayee(limits.newPayee, texts.newPayee.name);
  const others = payees.filter((payee) => !limited.includes(payee));
  return (
    <Panel>
      {limits.pausedUntil !== null && (
        <div className="safe-foot">
          <Notice kind="safety">
            {texts.paused(formatDate(new Date(limits.pausedUntil), "dayTime", language))}
          </Notice>
        </div>
      )}
      <ul>
        {kinds.map((one) => (
          <LimitRow key={one.limit} icon={Gauge} limited={one} onChange={() => setChanged([one])} />
        ))}
        <NewPayeeRow
          limited={newPayee}
          of={limits.newPayee}
          onChange={() => setChanged([newPayee])}
        />
        {limited.map((one) => (
          <LimitRow
            key={one.limit}
            icon={UserRound}
            limited={one}
            onChange={() => setChanged([one])}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <div className="safe-foot">
          <Button small onClick={() => setChanged(others)}>
            {texts.addPayee}
          </Button>
        </div>
      )}
      {changed !== undefined && (
        <LimitDialog among={changed} onClose={() => setChanged(undefined)} />
      )}
    </Panel>
  );
}

/** Above which sum a new payee takes a passkey: the member's own figure, else ours. */
function NewPayeeRow({
  limited,
  of: one,
  onChange,
}: {
  limited: Limited;
  of: OwnLimit;
  onChange: () => void;
}) {
  const { newPayee: texts, change, changeOf } = useTexts("ownLimits");
  const amountText = useAmountText();
  const { amount, ceiling, raise } = one;
  const isOurs = amount === null || (ceiling !== null && ceiling < amount);
  const most = isOurs ? ceiling : amount;
  return (
    <SafetyRow
      icon={Fingerprint}
      name={limited.name}
      action={
        <Button small aria-label={changeOf(limited.name)} onClick={onChange}>
          {change}
        </Button>
      }
    >
      {most !== null && (
        <span className="safe-line">
          {texts.line(amountText(most))}
          {isOurs && ` ${texts.ours}`}
        </span>
      )}
      {raise !== null && <Raise limited={limited} span="transfer" one={one} raise={raise} />}
    </SafetyRow>
  );
}

function LimitRow({
  icon,
  limited,
  onChange,
}: {
  icon: LucideIcon;
  limited: Limited;
  onChange: () => void;
}) {
  const texts = useTexts("ownLimits");
  const set = LIMIT_SPANS.flatMap((span) => {
    const one = limited.of[span];
    return one !== undefined && isSet(one) ? [{ span, one }] : [];
  });
  const isOff = set.some(({ one }) => one.amount === 0n);
  return (
    <SafetyRow
      icon={icon}
      name={limited.name}
      tag={isOff && <StatusTag kind="warn">{texts.off}</StatusTag>}
      action={
        <Button small aria-label={texts.changeOf(limited.name)} onClick={onChange}>
          {texts.change}
        </Button>
      }
    >
      {set.length === 0 && texts.none}
      {set.map(({ span, one }) => (
        <OneLimit key={span} limited={limited} span={span} one={one} />
      ))}
    </SafetyRow>
  );
}

function OneLimit({ limited, span, one }: { limited: Limited; span: LimitSpan; one: OwnLimit }) {
  const texts = useTexts("ownLimits");
  const amountText = useAmountText();
  const left = limited.left(span);
  return (
    <>
      {one.amount !== null && (
        <span className="safe-line">
          {texts.line(texts.spans[span], amountText(one.amount))}
          {left !== undefined &&
            span !== "transfer" &&
            one.amount > 0n &&
            ` · ${texts.left(amountText(left), span)}`}
        </span>
      )}
      {one.raise !== null && <Raise limited={limited} span={span} one={one} raise={one.raise} />}
    </>
  );
}

/** A raise that is yet to come, and the way to stop it. */
function Raise({
  limited,
  span,
  one,
  raise,
}: {
  limited: Limited;
  span: LimitSpan;
  one: OwnLimit;
  raise: NonNullable<OwnLimit["raise"]>;
}) {
  const texts = useTexts("ownLimits");
  const language = useLanguage();
  const amountText = useAmountText();
  const guid = useGuid();
  const [isPending, setIsPending] = useState(false);
  const moment = formatDate(new Date(raise.startsAt), "dayTime", language);
  const of = limited.limit === NEW_PAYEE ? texts.newPayee.above : texts.spans[span];
  const what =
    raise.amount === null
      ? texts.raiseToNone(of, moment)
      : texts.raise(of, amountText(raise.amount), moment);
  async function takeBack() {
    if (one.amount === null) return;
    setIsPending(true);
    const body = { limit: limited.limit, span, amount: toDecimal(one.amount) };
    const answer = await call(setOwnLimit, { params: { guid }, body });
    if (answer.status) announce(texts.takenBack);
    else showFailure(answer);
    await readMoneyAnew();
    setIsPending(false);
  }
  return (
    <span className="safe-line">
      {what}{" "}
      <Button
        small
        look="quiet"
        aria-label={texts.takeBackOf(what)}
        pending={isPending}
        onClick={() => void takeBack()}
      >
        {texts.takeBack}
      </Button>
    </span>
  );
}
