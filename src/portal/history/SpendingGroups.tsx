import type { SpendingMonth } from "#contract/spending.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Link } from "react-router";
import { Bar } from "./Bar.tsx";
import { type ChosenGroup, spendingPath } from "./spendingPath.ts";

/** One month by what the money was for and where it came from; each leads to its rows. */
export function SpendingGroups(props: { month: SpendingMonth; chosen: ChosenGroup | undefined }) {
  const texts = useTexts("spending");
  const language = useLanguage();
  const { month, groups } = props.month;
  const name = formatDate(dayOf(`${month}-01`), "monthLong", language);
  if (groups.length === 0)
    return (
      <Panel>
        <EmptyState title={texts.none}>{texts.noneMeaning}</EmptyState>
      </Panel>
    );
  return (
    <>
      <Way {...props} isIn={false} title={texts.outIn(name)} total={props.month.moneyOut} />
      <Way {...props} isIn title={texts.inIn(name)} total={props.month.moneyIn} />
    </>
  );
}

function Way(props: {
  month: SpendingMonth;
  chosen: ChosenGroup | undefined;
  isIn: boolean;
  title: string;
  total: bigint;
}) {
  const texts = useTexts("spending");
  const { isIn, month, chosen } = props;
  const groups = month.groups.filter((each) => each.isIn === isIn);
  const most = groups[0]?.amount ?? 0n;
  const direction = isIn ? "in" : "out";
  if (groups.length === 0) return null;
  return (
    <Panel padded>
      <div className="way-head">
        <h2 className="side-title">{props.title}</h2>
        <b className={isIn ? "money-in" : undefined}>
          <Money amount={props.total} />
        </b>
      </div>
      <ul>
        {groups.map(({ group, amount, count }) => (
          <li key={group}>
            <Link
              className="way-row"
              to={spendingPath(month.month, { name: group, direction })}
              preventScrollReset
              aria-current={(chosen?.name === group && chosen.direction === direction) || undefined}
            >
              <span>
                <b>{texts.groups[group]}</b>
                <span className="meta">{texts.count(count)}</span>
              </span>
              <b>
                <Money amount={amount} />
              </b>
              <Bar amount={amount} most={most} isIn={isIn} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
