import { SPENDING_GROUPS, type SpendingMonth } from "#contract/spending.ts";
import { failureOf } from "#client/queries.ts";
import { NoCardYet } from "#portal/shared/NoCardYet.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { spendingRead } from "#portal/api/cardReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { Failed, Waiting } from "#portal/shared/frame.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Panel } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import type { ComponentProps } from "react";
import { Link, useSearchParams } from "react-router";
import { SpendingGroups } from "./SpendingGroups.tsx";
import { SpendingRows } from "./SpendingRows.tsx";
import type { ChosenGroup } from "./spendingPath.ts";
import { SpendingYear } from "./SpendingYear.tsx";
import "./spending.css";

/** What went in and out of the card: a year at a glance, one month by what it was for, and the rows behind each bar. */
export function SpendingPage() {
  const texts = useTexts("spending");
  const history = useTexts("history");
  const language = useLanguage();
  const query = useQuery(spendingRead(useGuid()));
  const { data } = query;
  const asked = useAsked();
  const shown = shownOf(data ?? [], asked.month);
  return (
    <>
      <PageHead
        title={texts.title}
        before={
          <Link className="back" to={paths.transactionHistory}>
            <ChevronLeft />
            {history.title}
          </Link>
        }
        after={<p className="sub">{texts.lead}</p>}
      />
      {data === undefined && !query.isError && <Waiting label={texts.loading} />}
      {data === undefined && query.isError && <NoMonths query={query} />}
      {data !== undefined && shown !== undefined && (
        <div className="twocol spending">
          <div className="stack">
            <SpendingGroups month={shown} chosen={asked.group} />
            {asked.group !== undefined && hasGroup(shown, asked.group) && (
              <SpendingRows
                key={`${shown.month} ${asked.group.name} ${asked.group.direction}`}
                of={{
                  month: shown.month,
                  group: asked.group.name,
                  direction: asked.group.direction,
                }}
                title={texts.rows(
                  texts.groups[asked.group.name],
                  formatDate(dayOf(`${shown.month}-01`), "monthLong", language),
                )}
              />
            )}
          </div>
          <SpendingYear months={data} shown={shown.month} />
        </div>
      )}
    </>
  );
}

/** The month asked for, else the newest in which something happened: on the first days of one little has. */
const shownOf = (months: readonly SpendingMonth[], asked: string | null) =>
  months.find(({ month }) => month === asked) ??
  months.find(({ groups }) => groups.length > 0) ??
  months[0];

function NoMonths({ query }: Pick<ComponentProps<typeof Failed>, "query">) {
  const texts = useTexts("spending");
  const failure = failureOf(query.error);
  // Nothing failed: there is no card whose months could be shown.
  return failure?.code === "no_eon_account" ? (
    <Panel>
      <NoCardYet>{texts.noCard}</NoCardYet>
    </Panel>
  ) : (
    <Failed title={texts.failed} meaning={texts.failedMeaning} query={query} />
  );
}

/** The address says which month and which bar: back leads to the one before. */
function useAsked(): { month: string | null; group: ChosenGroup | undefined } {
  const [search] = useSearchParams();
  const name = SPENDING_GROUPS.find((each) => each === search.get("group"));
  const direction = search.get("way") === "in" ? "in" : "out";
  return { month: search.get("month"), group: name && { name, direction } };
}

const hasGroup = ({ groups }: SpendingMonth, { name, direction }: ChosenGroup) =>
  groups.some(({ group, isIn }) => group === name && isIn === (direction === "in"));
