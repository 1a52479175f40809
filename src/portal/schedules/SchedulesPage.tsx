import type { SchedulesTexts } from "#portal/texts/en/schedules.ts";
import { ending } from "#contract/cardNames.ts";
import {
  changeSchedule,
  type ScheduleChange,
  type ScheduledTransfer,
} from "#contract/schedules.ts";
import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import { brand } from "#brand";
import { manilaDate } from "#common/manila.ts";
import { serverDate } from "#client/clock.ts";
import { PageHead } from "#client/PageHead.tsx";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { schedulesRead } from "#portal/api/scheduleReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths, toSchedule } from "#portal/paths.ts";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { dayOf } from "#portal/shared/dayOf.ts";
import { justMade } from "#portal/shared/justMade.ts";
import { NotRead } from "#portal/shared/NotRead.tsx";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money, useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import "#portal/shared/outlook.css";
import "./schedules.css";

/** The member's scheduled transfers: what comes, what became of the latest days, and what can be done. */
export function SchedulesPage() {
  const texts = useTexts("schedules");
  const query = useQuery(schedulesRead(useGuid()));
  const { data, isError } = query;
  const [said, say] = useSaid();
  return (
    <>
      <PageHead
        title={texts.title}
        before={<BackLink to={paths.transferFunds}>{texts.toTransfer}</BackLink>}
        after={<p className="sub">{texts.lead}</p>}
        actions={data !== undefined && data.length > 0 && <AnotherOne />}
      />
      {data === undefined && isError && (
        <Panel>
          <NotRead query={query} title={texts.failed} />
        </Panel>
      )}
      {data === undefined && !isError && (
        <Panel padded>
          <Loading label={texts.loading}>
            <Skeleton width="100%" height="14rem" />
          </Loading>
        </Panel>
      )}
      {data?.length === 0 && (
        <Panel>
          <EmptyState title={texts.none} action={<AnotherOne />}>
            {texts.noneMeaning}
          </EmptyState>
        </Panel>
      )}
      <div className="stack">
        {data?.map((one) => (
          <Schedule
            key={one.scheduleId}
            one={one}
            said={said?.scheduleId === one.scheduleId ? said : undefined}
            onDone={say}
          />
        ))}
      </div>
    </>
  );
}

function AnotherOne() {
  const texts = useTexts("schedules");
  return (
    <Link className={buttonClass({})} to={paths.transferFunds} state={toSchedule}>
      {texts.scheduleOne}
    </Link>
  );
}

/** What the member's last deed on this page became: a change of one schedule, on the day that it is about. */
type Said = { scheduleId: string; what: ScheduleChange | "made"; day: string };

/** Begins with the schedule that was made a moment ago. */
function useSaid() {
  const [made] = useState(justMade.get);
  useEffect(() => () => justMade.set(undefined), []);
  return useState<Said | undefined>(
    made === undefined ? undefined : { scheduleId: made, what: "made", day: "" },
  );
}

const TAGS = { active: "ok", paused: "warn", ended: "neutral" } as const;

type ScheduleProps = {
  one: ScheduledTransfer;
  said: Said | undefined;
  onDone: (said: Said) => void;
};

function Schedule({ one, said, onDone }: ScheduleProps) {
  const texts = useTexts("schedules");
  const amountText = useAmountText();
  const day = useDay();
  const [coming] = [...openDays(one), ...one.next];
  const who = one.accountName || placeNames(texts)[TRANSFER_KINDS[one.kind].arrives];
  return (
    <Panel padded className="stack schedule">
      <div className="outlook-row">
        <div>
          <h2>{who}</h2>
          <span className="meta">
            {one.bankName} {ending(one.accountNumber)}
          </span>
          <span className="meta">{texts.from(one.fromName)}</span>
          <span className="meta">{texts.choices[one.repeats]}</span>
          {one.repeats !== "once" && one.state !== "ended" && (
            <span className="meta">{texts.untilEnded}</span>
          )}
          {coming !== undefined && one.state === "active" && (
            <b>{texts.next(day(coming.sendOn))}</b>
          )}
          {one.pausedFor !== null && <span className="meta">{texts.paused[one.pausedFor]}</span>}
          {one.state === "paused" && (
            <span className="meta">
              {coming === undefined ? texts.nothingIfResumed : texts.ifResumed(day(coming.sendOn))}
            </span>
          )}
          {one.endedFor !== null && <span className="meta">{texts.ended[one.endedFor]}</span>}
        </div>
        <div className="end">
          <b>
            <Money amount={one.amount} />
          </b>
          <span className="meta">{texts.most(amountText(one.most))}</span>
          <div className="schedule-tags">
            {said?.what === "made" && <StatusTag kind="neutral">{texts.justMade}</StatusTag>}
            <StatusTag kind={TAGS[one.state]}>{texts.states[one.state]}</StatusTag>
          </div>
        </div>
      </div>
      <output className="schedule-said">
        {said !== undefined && <Notice kind="ok">{texts.done[said.what](said.day)}</Notice>}
      </output>
      {one.days.length > 0 && (
        <ul>
          {one.days.map((past) => (
            <li key={past.dueOn} className="meta">
              {day(past.sendOn)}: {texts.days[past.state]}
              {past.reason !== "" && ` (${past.reason})`}
            </li>
          ))}
        </ul>
      )}
      {one.state !== "ended" && <Actions one={one} nextOn={coming?.dueOn} onDone={onDone} />}
    </Panel>
  );
}

/** What it goes to is called where nobody's name was kept. */
const placeNames = (
  texts: SchedulesTexts,
): Record<(typeof TRANSFER_KINDS)[TransferKind]["arrives"], string> => ({
  bank: "",
  card: brand.cardDisplayName,
  own_card: brand.cardDisplayName,
  own_savings: texts.ownSavings,
});

/** What was announced and is still to be sent; of one that is paused, what would be if it were resumed now. */
function openDays({ days, state }: ScheduledTransfer) {
  const today = manilaDate(serverDate());
  return days
    .filter((day) =>
      state === "paused"
        ? day.state === "stopped" && day.sendOn >= today
        : day.state === "announced",
    )
    .toReversed();
}

function useDay() {
  const language = useLanguage();
  return (day: string) => formatDate(dayOf(day), "day", language);
}

type ActionsProps = Pick<ScheduleProps, "one" | "onDone"> & { nextOn: string | undefined };

function Actions({ one, nextOn, onDone }: ActionsProps) {
  const texts = useTexts("schedules");
  const day = useDay();
  const guid = useGuid();
  const [pending, setPending] = useState<ScheduleChange>();
  const [asked, setAsked] = useState<"skip" | "end">();
  async function change(what: ScheduleChange) {
    setPending(what);
    const answer = await call(changeSchedule, {
      params: { guid, scheduleId: one.scheduleId },
      body: { change: what, ...(what === "skip" && nextOn !== undefined && { day: nextOn }) },
    });
    if (answer.status)
      onDone({
        scheduleId: one.scheduleId,
        what,
        day: nextOn === undefined ? "" : day(nextOn),
      });
    else showFailure(answer);
    await queryClient.invalidateQueries({ queryKey: ["schedules"] });
    void queryClient.invalidateQueries({ queryKey: ["outlook"] });
    setPending(undefined);
    setAsked(undefined);
  }
  const button = (what: ScheduleChange, label: string) => (
    <Button
      small
      pending={pending === what}
      blocked={pending !== undefined}
      onClick={() => void change(what)}
    >
      {label}
    </Button>
  );
  return (
    <div className="schedule-acts">
      {one.state === "active" && nextOn !== undefined && (
        <Button small blocked={pending !== undefined} onClick={() => setAsked("skip")}>
          {texts.skip}
        </Button>
      )}
      {one.state === "active" ? button("pause", texts.pause) : button("resume", texts.resume)}
      <Button small look="quiet" onClick={() => setAsked("end")}>
        {texts.end}
      </Button>
      {asked !== undefined && (
        <Sure
          title={asked === "end" ? texts.endTitle : texts.skipTitle}
          meaning={
            asked === "end"
              ? texts.endMeaning
              : texts.skipMeaning(nextOn === undefined ? "" : day(nextOn))
          }
          label={asked === "end" ? texts.end : texts.skip}
          isPending={pending === asked}
          onSure={() => void change(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

/** Asked before what cannot be taken back. */
function Sure(props: {
  title: string;
  meaning: string;
  label: string;
  isPending: boolean;
  onSure: () => void;
  onClose: () => void;
}) {
  const common = useTexts("common");
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div className="stack">
        <p>{props.meaning}</p>
        <Button look="primary" block pending={props.isPending} onClick={props.onSure}>
          {props.label}
        </Button>
        <Button look="quiet" block onClick={props.onClose}>
          {common.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
