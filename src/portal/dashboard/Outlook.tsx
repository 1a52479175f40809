import type { ComingMoney, Outlook as Read } from "#contract/outlook.ts";
import { outlookRead } from "#portal/api/accountReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { loanPath, paths } from "#portal/paths.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { MovementRow } from "#portal/shared/MovementRow.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money, useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { PaidLoans } from "#portal/shared/PaidLoans.tsx";
import "#portal/shared/outlook.css";

/** What comes in the next 30 days, the newest movements of all accounts, and loans that are paid. */
export function Outlook() {
  const texts = useTexts("outlook");
  const common = useTexts("common");
  const { data, isError, refetch } = useQuery(outlookRead(useGuid()));
  if (data === undefined && isError)
    return (
      <Notice kind="info">
        {texts.failed}{" "}
        <Button small onClick={() => void refetch()}>
          {common.tryAgain}
        </Button>
      </Notice>
    );
  if (data === undefined)
    return (
      <Panel>
        <Loading label={texts.loading}>
          <Skeleton width="100%" height="18rem" />
        </Loading>
      </Panel>
    );
  return (
    <>
      <ComingList rows={data.coming} />
      <Latest rows={data.latest} />
      {data.paidLoans.length > 0 && <PaidLoans loans={data.paidLoans} />}
    </>
  );
}

function ComingList({ rows }: { rows: readonly ComingMoney[] }) {
  const texts = useTexts("outlook");
  return (
    <section aria-labelledby="coming">
      <SectionHead id="coming" title={texts.coming} />
      <Panel>
        {rows.length === 0 ? (
          <EmptyState title={texts.nothing}>{texts.nothingMeaning}</EmptyState>
        ) : (
          <ul>
            {rows.map((row, place) => (
              // Two transfers of a day may be alike in all that is told of them.
              // oxlint-disable-next-line react/no-array-index-key -- the list is made anew as a whole
              <ComingRow key={`${row.on} ${row.kind} ${place}`} row={row} rows={rows} />
            ))}
          </ul>
        )}
      </Panel>
    </section>
  );
}

/** A file of deductions that is still to be made asks for what is past due of the loan as well. */
const takesLate = ({ kind, isUnderWay, loan }: ComingMoney, rows: readonly ComingMoney[]) =>
  kind === "deduction" &&
  !isUnderWay &&
  rows.some((one) => one.kind === "past_due" && one.loan?.loanNo === loan?.loanNo);

/** How it comes or goes. */
function useWhat(row: ComingMoney, rows: readonly ComingMoney[]): string {
  const { kinds, withLate } = useTexts("outlook");
  if (takesLate(row, rows)) return withLate;
  return row.kind === "debit" && row.isDeducted ? kinds.debit_rest : kinds[row.kind];
}

function ComingRow({ row, rows }: { row: ComingMoney; rows: readonly ComingMoney[] }) {
  const texts = useTexts("outlook");
  const language = useLanguage();
  const amountText = useAmountText();
  const { kind, loan, account, amount } = row;
  const what = useWhat(row, rows);
  const comesIn = kind === "release" || kind === "saving";
  const day = formatDate(dayOf(row.on), "day", language);
  return (
    <li className="outlook-row">
      <div>
        <b>{kind === "past_due" ? texts.pastDue(day) : day}</b>
        <span className="meta">{comesIn ? what : (loan?.name ?? "")}</span>
        {row.payee !== null && (
          <span className="meta">
            <Link to={paths.schedules}>{texts.to(row.payee)}</Link>
          </span>
        )}
        {loan !== null && (
          <span className="meta">
            <Link to={loanPath(loan.loanNo)}>
              <Reference value={loan.loanNo} />
            </Link>
          </span>
        )}
        {!comesIn && <span className="meta">{what}</span>}
      </div>
      <div className="end">
        <b>
          <Money amount={comesIn ? amount : -amount} withPlus={comesIn} />
        </b>
        {account !== null && (
          <span className="meta">
            {account.after < 0n
              ? texts.short(account.name, amountText(-account.after))
              : texts.after(account.name, amountText(account.after))}
          </span>
        )}
        {account !== null && account.stays > 0n && (
          <span className="meta">{texts.stays(amountText(account.stays))}</span>
        )}
      </div>
    </li>
  );
}

function Latest({ rows }: { rows: Read["latest"] }) {
  const texts = useTexts("outlook");
  return (
    <section aria-labelledby="latest">
      <SectionHead id="latest" title={texts.latest} />
      <Panel>
        {rows.length === 0 ? (
          <EmptyState title={texts.noMovements}>{texts.noMovementsMeaning}</EmptyState>
        ) : (
          <ul>
            {rows.map((row) => (
              <li key={`${row.id} ${row.accountNumber}`}>
                <MovementRow row={row} account={row.accountName} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </section>
  );
}
