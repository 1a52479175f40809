import { Day } from "#console/parts/Day.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { AccruedDay, EarningRate } from "#contract/staff/earnings.ts";
import { Money } from "#ui/Money.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { earningRatesRead } from "./earningReads.ts";
import { LedgerTabs } from "./LedgerTabs.tsx";

/** By which rates members earn, where these come from, and what the newest days came to. */
export function EarningRatesPage() {
  const texts = useTexts("earnings");
  const query = useQuery(earningRatesRead());
  return (
    <div className="c-page">
      <PageHead title={texts.rates} />
      <LedgerTabs />
      <Loaded query={query}>
        {({ rates, days }) => (
          <>
            <Rates rates={rates} />
            <SectionHead title={texts.accrual} />
            <Days days={days} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Rates({ rates }: { rates: EarningRate[] }) {
  const texts = useTexts("earnings");
  return (
    <PlainTable
      caption={texts.rates}
      rows={rates}
      keyOf={({ product, validFrom }) => `${product} ${validFrom}`}
      empty={texts.noRates}
      columns={[
        { key: "product", head: texts.account, cell: ({ product }) => texts.products[product] },
        { key: "from", head: texts.validFrom, cell: ({ validFrom }) => <Day on={validFrom} /> },
        {
          key: "rate",
          head: texts.rate,
          cell: ({ rate }) => (rate === null ? texts.declared : `${rate} %`),
        },
        {
          key: "basis",
          head: texts.dayBasis,
          isFigure: true,
          cell: ({ dayBasis }) => (dayBasis === null ? "–" : String(dayBasis)),
        },
        {
          key: "minimum",
          head: texts.minimum,
          isFigure: true,
          cell: ({ minimum }) => <Money amount={minimum} alwaysShown />,
        },
        { key: "tax", head: texts.taxRate, isFigure: true, cell: ({ taxRate }) => `${taxRate} %` },
        {
          key: "source",
          head: texts.source,
          cell: ({ source, mustConfirm }) => (
            <>
              <StatusTag kind={mustConfirm ? "warn" : "ok"}>
                {mustConfirm ? texts.mustConfirm : texts.known}
              </StatusTag>{" "}
              <span className="meta">{source}</span>
            </>
          ),
        },
      ]}
    />
  );
}

function Days({ days }: { days: AccruedDay[] }) {
  const texts = useTexts("earnings");
  return (
    <PlainTable
      caption={texts.accrual}
      rows={days}
      keyOf={({ product, day }) => `${product} ${day}`}
      empty={texts.noDays}
      columns={[
        { key: "day", head: texts.day, cell: ({ day }) => <Day on={day} /> },
        { key: "product", head: texts.account, cell: ({ product }) => texts.products[product] },
        {
          key: "accounts",
          head: texts.accounts,
          isFigure: true,
          cell: ({ accounts }) => accounts.toLocaleString("en-US"),
        },
        {
          key: "counted",
          head: texts.counted,
          isFigure: true,
          cell: ({ counted }) => <Money amount={counted} alwaysShown />,
        },
        {
          key: "accrued",
          head: texts.accrued,
          isFigure: true,
          cell: ({ accrued }) => <Money amount={accrued} alwaysShown />,
        },
        {
          key: "toDate",
          head: texts.toDate,
          isFigure: true,
          cell: ({ toDate }) => <Money amount={toDate} alwaysShown />,
        },
      ]}
    />
  );
}
