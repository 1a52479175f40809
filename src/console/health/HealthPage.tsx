import { read } from "#console/api/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { Day } from "#console/parts/Day.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { paths } from "#console/paths.ts";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { getHealth } from "#contract/staff/jobs.ts";
import { DateText } from "#ui/DateText.tsx";
import { KeyValueList, Panel, SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ageText } from "#console/parts/ageText.ts";

const REFRESH_MS = 10_000;

/** The bank at a glance; it reads itself anew. */
export function HealthPage() {
  const texts = useTexts("jobs");
  const query = useQuery({
    queryKey: ["health"],
    queryFn: async ({ signal }) => (await read(getHealth, {}, signal)).result,
    refetchInterval: REFRESH_MS,
  });
  return (
    <div className="c-page">
      <PageHead title={texts.health} />
      <Loaded query={query}>
        {(health) => (
          <>
            <p className="meta">
              {texts.version} {health.version}. {texts.asOf} <At moment={health.now} />.
            </p>
            <div className="ops-grid">
              <Readiness of={health.readiness} />
              <Queues of={health.queues} exceptions={health.openExceptions} />
              <Books of={health} />
              <Partners of={health.partners} />
            </div>
            <SectionHead title={texts.processes} />
            <PlainTable
              caption={texts.processes}
              rows={health.processes}
              keyOf={({ host, pid }) => `${host} ${pid}`}
              empty={texts.noProcesses}
              columns={[
                { key: "name", head: texts.process, cell: ({ name }) => name },
                { key: "host", head: texts.host, cell: ({ host, pid }) => `${host}, ${pid}` },
                { key: "version", head: texts.version, cell: ({ version }) => version },
                {
                  key: "started",
                  head: texts.startedAt,
                  cell: ({ startedAt }) => <At moment={startedAt} />,
                },
                { key: "seen", head: texts.seenAt, cell: ({ seenAt }) => <At moment={seenAt} /> },
              ]}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}

type Health = Awaited<ReturnType<typeof readHealth>>;
const readHealth = async () => (await read(getHealth, {})).result;

function Readiness({ of }: { of: Health["readiness"] }) {
  const texts = useTexts("jobs");
  return (
    <Panel padded>
      <h2>{texts.readiness}</h2>
      <KeyValueList
        isTight
        rows={of.map(({ name, isRight }) => ({
          key: name,
          name: texts.checks[name] ?? name,
          value: (
            <StatusTag kind={isRight ? "ok" : "bad"}>
              {isRight ? texts.isRight : texts.isWrong}
            </StatusTag>
          ),
        }))}
      />
    </Panel>
  );
}

function Queues({ of, exceptions }: { of: Health["queues"]; exceptions: number }) {
  const texts = useTexts("jobs");
  return (
    <Panel padded>
      <h2>{texts.queues}</h2>
      <KeyValueList
        isTight
        rows={[
          ...of.map(({ name, waiting, oldestSeconds }) => ({
            key: name,
            name: texts.queueNames[name] ?? name,
            value: oldestSeconds === null ? "0" : `${waiting}, ${ageText(oldestSeconds)}`,
          })),
          {
            key: "exceptions",
            name: <Link to={paths.exceptions}>{texts.exceptions}</Link>,
            value: String(exceptions),
          },
        ]}
      />
    </Panel>
  );
}

function Books({ of }: { of: Health }) {
  const texts = useTexts("jobs");
  const { checkedAt, breaches } = of.books;
  return (
    <Panel padded>
      <h2>{texts.books}</h2>
      <p>
        <StatusTag kind={breaches === 0 ? "ok" : "bad"}>
          {breaches === null ? texts.neverChecked : texts.breaches(breaches)}
        </StatusTag>{" "}
        <At moment={checkedAt} />
      </p>
      <KeyValueList
        isTight
        rows={[
          ...of.seals.map(({ stream, position, sealedAt }) => ({
            key: stream,
            name: texts.sealOf[stream] ?? stream,
            value: (
              <>
                {position} <At moment={sealedAt} />
              </>
            ),
          })),
          {
            key: "closed",
            name: texts.closedThrough,
            value: of.closedThrough === null ? "–" : <Day on={of.closedThrough} />,
          },
          {
            key: "holidays",
            name: <Link to={paths.calendar}>{texts.holidaysMissing}</Link>,
            value: (
              <StatusTag kind={of.holidaysMissing.length === 0 ? "ok" : "warn"}>
                {String(of.holidaysMissing.length)}
              </StatusTag>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Partners({ of }: { of: Health["partners"] }) {
  const texts = useTexts("jobs");
  return (
    <Panel padded>
      <h2>{texts.partners}</h2>
      <KeyValueList
        isTight
        rows={of.map(({ name, lastAt }) => ({
          key: name,
          name: texts.partnerNames[name] ?? name,
          value: <At moment={lastAt} />,
        }))}
      />
    </Panel>
  );
}

function At({ moment }: { moment: string | null }) {
  const language = useLanguage();
  if (moment === null) return <>–</>;
  return <DateText at={new Date(moment)} form="dayTime" language={language} />;
}
