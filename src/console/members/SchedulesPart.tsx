import { ending } from "#contract/cardNames.ts";
import { call } from "#console/api/call.ts";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  type MemberSchedule,
  type ScheduleStop,
  STOPS,
  stopMemberSchedule,
} from "#contract/staff/memberSchedules.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { schedulesRead } from "./memberReads.ts";
import { PartState } from "./PartState.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { TransferLink } from "./TransferLink.tsx";

/** What the member sends by itself, and what stops it on a call: one of them is paused or ended. */
export function SchedulesPart({ file }: { file: MemberFile }) {
  const texts = useTexts("schedules");
  const read = useQuery(schedulesRead(file.memberGuid));
  return (
    <PartState read={read}>
      {({ schedules, mayStop }) =>
        schedules.length === 0 ? (
          <EmptyState title={texts.none} />
        ) : (
          <Schedules rows={schedules} mayStop={mayStop} file={file} />
        )
      }
    </PartState>
  );
}

const TAGS = { active: "ok", paused: "warn", ended: "neutral" } as const;

function Schedules(props: { rows: MemberSchedule[]; mayStop: boolean; file: MemberFile }) {
  const { rows, mayStop, file } = props;
  const texts = useTexts("schedules");
  const language = useLanguage();
  const day = (on: string) => formatDate(new Date(`${on}T00:00:00+08:00`), "day", language);
  return (
    <PlainTable
      caption={texts.title}
      rows={rows}
      keyOf={({ scheduleId }) => scheduleId}
      columns={[
        {
          key: "next",
          head: texts.next,
          cell: ({ nextOn, repeats }) => (
            <>
              {nextOn === null ? "–" : day(nextOn)} <small>{texts.repeats[repeats]}</small>
            </>
          ),
        },
        {
          key: "payee",
          head: texts.payee,
          cell: (row) => (
            <>
              <b>{row.accountName || TRANSFER_KINDS[row.kind].staffName[language]}</b>{" "}
              <small>
                {row.bankName} {ending(row.accountTail)}
              </small>
            </>
          ),
        },
        {
          key: "most",
          head: texts.most,
          isFigure: true,
          cell: ({ most }) => <Money amount={most} />,
        },
        {
          key: "state",
          head: texts.state,
          cell: ({ state, pausedFor, endedFor }) => (
            <>
              <StatusTag kind={TAGS[state]}>{texts.states[state]}</StatusTag>{" "}
              {pausedFor !== null && <small>{texts.pausedFor[pausedFor]}</small>}
              {endedFor !== null && <small>{texts.endedFor[endedFor]}</small>}
            </>
          ),
        },
        {
          key: "days",
          head: texts.days,
          cell: ({ days }) => <Days days={days} day={day} officeId={file.officeId} />,
        },
        {
          key: "acts",
          head: texts.acts,
          cell: (row) => (mayStop && row.state !== "ended" ? <Stops row={row} file={file} /> : "–"),
        },
      ]}
    />
  );
}

type OfDays = {
  days: MemberSchedule["days"];
  day: (on: string) => string;
  officeId: MemberFile["officeId"];
};

/** What came of the days of a schedule, in the order in which they are given. */
function Days({ days, day, officeId }: OfDays) {
  const texts = useTexts("schedules");
  if (days.length === 0) return "–";
  return (
    <ul className="m-steps">
      {days.map(({ sendOn, state, reason, refNo }) => (
        <li key={sendOn}>
          {day(sendOn)}: {texts.dayStates[state]}
          {reason !== "" && ` (${reason})`}{" "}
          {refNo !== null && <TransferLink refNo={refNo} officeId={officeId} />}
        </li>
      ))}
    </ul>
  );
}

function Stops({ row, file: { memberGuid } }: { row: MemberSchedule; file: MemberFile }) {
  const texts = useTexts("schedules");
  const [asked, setAsked] = useState<ScheduleStop>();
  const { scheduleId, accountTail } = row;
  const send = async (stop: ScheduleStop, reason: string) => {
    const answer = await call(stopMemberSchedule, {
      params: { memberGuid, scheduleId },
      body: { stop, reason },
    });
    if (!answer.status) return answer;
    showToast({ kind: "ok", text: texts.stops[stop].done });
    return undefined;
  };
  const offered = STOPS.filter((stop) => stop === "end" || row.state === "active");
  return (
    <div className="m-actions">
      {offered.map((stop) => (
        <Button
          key={stop}
          small
          aria-label={texts.stops[stop].of(accountTail)}
          onClick={() => setAsked(stop)}
        >
          {texts.stops[stop].action}
        </Button>
      ))}
      {asked !== undefined && (
        <ReasonDialog
          memberGuid={memberGuid}
          title={texts.stops[asked].title}
          body={texts.stops[asked].body}
          reason={texts.reason}
          action={texts.stops[asked].action}
          pending={texts.stops[asked].pending}
          look={asked === "end" ? "danger" : "primary"}
          send={(reason) => send(asked, reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}
