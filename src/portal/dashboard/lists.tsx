import type { Account, DashboardCard, Loan } from "#contract/members.ts";
import { loanTypes } from "#contract/loanTypes.ts";
import { manilaDate } from "#common/manila.ts";
import { serverDate } from "#client/clock.ts";
import { online } from "#client/connection.ts";
import { dashboardRead } from "#portal/api/reads.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { accountPath, loanPath, paths, sendsFrom } from "#portal/paths.ts";
import { whyNoTransfer } from "#portal/shared/cardStanding.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { daysBetween } from "#portal/shared/dayOf.ts";
import { buttonClass } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { LoanPicture } from "#ui/LoanPicture.tsx";
import { Money, useAmountText } from "#ui/Money.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Ribbon } from "#ui/Ribbon.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useStore } from "#ui/store.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

/** The member's accounts as ledger rows. Each can be sent from to a card that takes it. */
export function AccountList(props: { accounts: readonly Account[]; card: DashboardCard | null }) {
  const { accounts, card } = props;
  const texts = useTexts("dashboard");
  const hasTransfers = useFeature("transferFunds");
  const canSend = hasTransfers && whyNoTransfer(card) === undefined;
  if (accounts.length === 0) {
    return (
      <Panel>
        <EmptyState title={texts.noAccounts}>{texts.noAccountsMeaning}</EmptyState>
      </Panel>
    );
  }
  return (
    <Panel>
      <ul>
        {accounts.map((account) => (
          <AccountRow key={account.accountNumber} account={account} canSend={canSend} />
        ))}
      </ul>
    </Panel>
  );
}

/** Member's equity leads with what can be withdrawn; the others with what is there, that beneath. */
function AccountRow({ account, canSend }: { account: Account; canSend: boolean }) {
  const texts = useTexts("dashboard");
  const isEquity = account.type === "me";
  return (
    <li className="acct">
      <Link className="nm" to={accountPath(account.accountNumber)}>
        {account.name}
      </Link>
      <span className="amt">
        <Money amount={isEquity ? account.withdrawableBalance : account.outstandingBalance} />
      </span>
      <span className="no">{texts.accountNumber(account.accountNumber)}</span>
      <span className="lbl">
        {isEquity ? texts.withdrawable : texts.outstanding}
        <AsOf />
      </span>
      {(!isEquity || canSend || account.lockedBalance > 0n) && (
        <div className="acct-foot">
          {!isEquity && (
            <span className="lbl">
              <Money amount={account.withdrawableBalance} /> {texts.withdrawableBeneath}
            </span>
          )}
          {account.lockedBalance > 0n && (
            <Link className="lbl" to={paths.safety}>
              <Money amount={account.lockedBalance} /> {texts.locked}
            </Link>
          )}
          {canSend && (
            <Link to={paths.topUpCard} state={sendsFrom(account.accountNumber)}>
              {texts.transfer}
              <span className="sr"> {texts.fromAccount(account.name, account.accountNumber)}</span>
            </Link>
          )}
        </div>
      )}
    </li>
  );
}

/** While the server cannot be reached every figure says from when it is. */
function AsOf() {
  const texts = useTexts("dashboard");
  const language = useLanguage();
  const isOnline = useStore(online);
  const { data } = useQuery({ ...dashboardRead(useGuid()), enabled: false });
  if (isOnline || data === undefined) return null;
  return <> · {texts.asOf(formatDate(new Date(data.asOf), "time", language))}</>;
}

/** The loans released with principal outstanding. */
export function LoanList({ loans }: { loans: readonly Loan[] }) {
  const texts = useTexts("dashboard");
  const shell = useTexts("shell");
  const hasLoans = useFeature("loans");
  if (loans.length === 0) {
    return (
      <Panel>
        <EmptyState
          title={texts.noLoans}
          action={
            hasLoans && (
              <Link className={buttonClass({ small: true })} to={paths.applyForLoans}>
                {shell.applyForLoans}
              </Link>
            )
          }
        >
          {texts.noLoansMeaning}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <ul className="loans">
      {loans.map((loan) => (
        <li key={loan.loanId}>
          <LoanCard loan={loan} />
        </li>
      ))}
    </ul>
  );
}

function LoanState({ loan }: { loan: Loan }) {
  const texts = useTexts("dashboard");
  const { accumulatedUnpaidAmount, overdueSince } = loan;
  if (accumulatedUnpaidAmount === 0n) {
    return <StatusTag kind="ok">{texts.upToDate}</StatusTag>;
  }
  const days = overdueSince === null ? 0 : daysBetween(overdueSince, manilaDate(serverDate()));
  return <StatusTag kind="bad">{days > 0 ? texts.pastDueDays(days) : texts.pastDue}</StatusTag>;
}

function LoanCard({ loan }: { loan: Loan }) {
  const texts = useTexts("dashboard");
  const amountText = useAmountText();
  const { penaltyDue } = loan;
  const label = new Map<string, string>(Object.entries(loanTypes)).get(loan.type) ?? loan.name;
  return (
    <article className="panel loan">
      <Ribbon code={loan.type} />
      <div className="hd">
        <LoanPicture code={loan.type} />
        <div className="t">
          <h3>{label}</h3>
          <span className="meta">{loan.loanId}</span>
        </div>
      </div>
      <dl>
        <div className="main">
          <dt>{texts.principal}</dt>
          <dd>
            <Money amount={loan.prin_out_balance} />
          </dd>
        </div>
        <div>
          <dt>{texts.amortization}</dt>
          <dd>
            <Money amount={loan.monthlyAmort} />
          </dd>
        </div>
        <div>
          <dt>{texts.due}</dt>
          <dd>
            <Money amount={loan.accumulatedUnpaidAmount} />
            {penaltyDue > 0n && (
              <span className="meta value-note">{texts.penaltyOf(amountText(penaltyDue))}</span>
            )}
          </dd>
        </div>
      </dl>
      <div className="ft">
        <LoanState loan={loan} />
        <Link to={loanPath(loan.loanId)}>
          {texts.details}
          <span className="sr"> {loan.loanId}</span>
        </Link>
      </div>
    </article>
  );
}
