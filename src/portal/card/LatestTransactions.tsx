import { addDays, manilaDate } from "#common/manila.ts";
import { getTransactionHistory } from "#contract/history.ts";
import { serverDate } from "#client/clock.ts";
import { read } from "#portal/api/queries.ts";
import { configRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { TransactionRow } from "#portal/shared/TransactionRow.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

const SHOWN = 3;
const DAYS_BEFORE = 29;

/** The newest movements on the card, where the history is switched on. Without any, nothing. */
export function LatestTransactions() {
  const texts = useTexts("cardUse");
  const language = useLanguage();
  const guid = useGuid();
  const { data: config } = useQuery(configRead());
  const isOn = config?.features.transactionHistory === "on";
  const toDate = manilaDate(serverDate());
  const { data: rows = [] } = useQuery({
    queryKey: ["latestTransactions", guid, toDate],
    queryFn: async ({ signal }) => {
      const query = { fromDate: addDays(toDate, -DAYS_BEFORE), toDate, fees: "inside" } as const;
      return (await read(getTransactionHistory, { params: { guid }, query }, signal)).result;
    },
    enabled: isOn && guid !== "",
  });
  if (!isOn || rows.length === 0) return null;
  return (
    <section aria-labelledby="latest">
      <SectionHead
        id="latest"
        title={texts.latest}
        action={<Link to={paths.transactionHistory}>{texts.seeAll}</Link>}
      />
      <Panel>
        <ul>
          {rows.slice(0, SHOWN).map((row) => {
            const at = new Date(row.tranDate);
            return (
              <li key={row.id}>
                <TransactionRow
                  row={row}
                  day={manilaDate(at)}
                  note={formatDate(at, "dayTime", language)}
                />
              </li>
            );
          })}
        </ul>
      </Panel>
    </section>
  );
}
