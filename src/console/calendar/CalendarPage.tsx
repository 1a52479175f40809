import { Day, dayText } from "#console/parts/Day.tsx";
import { useMay } from "#console/api/me.ts";
import { read } from "#console/api/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { serverNow } from "#client/clock.ts";
import { manilaDate } from "#common/manila.ts";
import type { Answer } from "#contract/endpoint.ts";
import { type CalendarDay, getCalendar } from "#contract/staff/operations.ts";
import { Button } from "#ui/Button.tsx";
import { Panel } from "#ui/Panel.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { HolidayDialog } from "./HolidayDialog.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { MissingHolidays } from "./MissingHolidays.tsx";

/** A year's holidays, what today is, and the ways to change it: a day, a suspension, a whole year. */
export function CalendarPage() {
  const texts = useTexts("operations");
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const today = manilaDate(new Date(serverNow()));
  const year = search.get("year") ?? today.slice(0, 4);
  const [changing, setChanging] = useState<Partial<CalendarDay>>();
  const [isImporting, setIsImporting] = useState(false);
  const query = useQuery({
    queryKey: ["calendar", year],
    queryFn: async ({ signal }) => (await read(getCalendar, { query: { year } }, signal)).result,
  });
  const mayRequest = may("request.holiday");
  const years = [-1, 0, 1, 2].map((step) => String(Number(today.slice(0, 4)) + step));
  return (
    <div className="c-page">
      <PageHead title={texts.calendar} />
      <div className="ops-bar">
        <SelectField
          label={texts.year}
          error={undefined}
          value={year}
          onChange={(event) => setSearch({ year: event.currentTarget.value }, { replace: true })}
        >
          {[...new Set([...years, year])].toSorted().map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
        {mayRequest && (
          <>
            <Button
              look="primary"
              onClick={() => setChanging({ day: today, type: "suspension", isBankingDay: false })}
            >
              {texts.suspendWork}
            </Button>
            <Button onClick={() => setChanging({})}>{texts.addDay}</Button>
            <Button onClick={() => setIsImporting(true)}>{texts.importYear}</Button>
          </>
        )}
      </div>
      <Loaded query={query}>
        {(calendar) => (
          <>
            <MissingHolidays missing={calendar.missing} />
            <Today calendar={calendar} />
            <Days days={calendar.days} {...(mayRequest && { onChange: setChanging })} />
            {isImporting && (
              <ImportDialog known={calendar.days} onClose={() => setIsImporting(false)} />
            )}
          </>
        )}
      </Loaded>
      {changing && <HolidayDialog of={changing} onClose={() => setChanging(undefined)} />}
    </div>
  );
}

type Calendar = Extract<Answer<typeof getCalendar>, { status: true }>["result"];

function Today({ calendar }: { calendar: Calendar }) {
  const texts = useTexts("operations");
  const language = useLanguage();
  const { isBankingDay, today, nextBankingDay, pesonet } = calendar;
  return (
    <Panel padded>
      <p>
        <StatusTag kind={isBankingDay ? "ok" : "warn"}>
          {isBankingDay ? texts.isBankingDay : texts.isNoBankingDay}
        </StatusTag>{" "}
        <Day on={today} />. {texts.nextBankingDay(dayText(nextBankingDay, language))}
      </p>
      <p className="meta">{texts.pesonet({ ...pesonet, day: dayText(pesonet.day, language) })}</p>
    </Panel>
  );
}

function Days(props: { days: CalendarDay[]; onChange?: (day: CalendarDay) => void }) {
  const texts = useTexts("operations");
  const { onChange } = props;
  return (
    <PlainTable
      caption={texts.calendar}
      rows={props.days}
      keyOf={({ day }) => day}
      empty={texts.noDays}
      columns={[
        { key: "day", head: texts.day, cell: ({ day }) => <Day on={day} /> },
        { key: "name", head: texts.name, cell: ({ name }) => name },
        { key: "type", head: texts.type, cell: ({ type }) => texts.dayTypes[type] },
        {
          key: "clearing",
          head: texts.clearing,
          cell: ({ isBankingDay, isObserved, closedFrom }) => (
            <StatusTag kind={isBankingDay || !isObserved ? "ok" : "warn"}>
              {isBankingDay || !isObserved
                ? texts.open
                : closedFrom === null
                  ? texts.closed
                  : texts.closesAt(closedFrom)}
            </StatusTag>
          ),
        },
        {
          key: "status",
          head: texts.status,
          cell: ({ isProjected, isObserved }) =>
            isObserved ? (isProjected ? texts.projected : texts.proclaimed) : texts.notObserved,
        },
        { key: "basis", head: texts.basis, cell: ({ basis }) => basis },
        ...(onChange === undefined
          ? []
          : [
              {
                key: "change",
                head: texts.change,
                cell: (day: CalendarDay) => (
                  <Button small onClick={() => onChange(day)} aria-label={texts.changeOf(day.name)}>
                    {texts.change}
                  </Button>
                ),
              },
            ]),
      ]}
    />
  );
}
