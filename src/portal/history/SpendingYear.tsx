import type { SpendingMonth } from "#contract/spending.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Link } from "react-router";
import { Bar } from "./Bar.tsx";
import { spendingPath } from "./spendingPath.ts";

/** A year at a glance: a table with its figures, and beside each the bar of it. A month leads to what is in it. */
export function SpendingYear(props: { months: readonly SpendingMonth[]; shown: string }) {
  const texts = useTexts("spending");
  const language = useLanguage();
  let most = 0n;
  for (const { moneyIn, moneyOut } of props.months) {
    if (moneyIn > most) most = moneyIn;
    if (moneyOut > most) most = moneyOut;
  }
  return (
    <Panel padded className="spending-year">
      <table>
        <caption className="side-title">{texts.year}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.month}</th>
            <th scope="col">{texts.moneyOut}</th>
            <th scope="col">{texts.moneyIn}</th>
          </tr>
        </thead>
        <tbody>
          {props.months.map(({ month, moneyIn, moneyOut }) => (
            <tr key={month} className={month === props.shown ? "shown" : undefined}>
              <th scope="row">
                <Link
                  to={spendingPath(month)}
                  aria-current={month === props.shown || undefined}
                  // What is in the month stands above the year on a phone.
                  onClick={() => scrollTo(0, 0)}
                >
                  {formatDate(dayOf(`${month}-01`), "month", language)}
                </Link>
              </th>
              <td data-label={texts.moneyOut}>
                <Money amount={moneyOut} />
                <Bar amount={moneyOut} most={most} isIn={false} />
              </td>
              <td data-label={texts.moneyIn}>
                <Money amount={moneyIn} />
                <Bar amount={moneyIn} most={most} isIn />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
