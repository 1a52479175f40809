import type { Account } from "#contract/members.ts";
import { PageHead } from "#client/PageHead.tsx";
import { failureOf, type Yes } from "#client/queries.ts";
import type { getAccount } from "#contract/accounts.ts";
import { accountRead } from "#portal/api/accountReads.ts";
import { dashboardRead } from "#portal/api/reads.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { NotFoundPage } from "#portal/layout/NoPage.tsx";
import { paths, sendsFrom } from "#portal/paths.ts";
import { whyNoTransfer } from "#portal/shared/cardStanding.ts";
import { Failed, ToDashboard, Waiting } from "#portal/shared/frame.tsx";
import { useShownBalances } from "#portal/shared/shownSince.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { Movements } from "./Movements.tsx";
import { MonthlyStatements } from "./MonthlyStatements.tsx";
import { StatementDialog } from "./StatementDialog.tsx";
import "./accounts.css";

/** One account: what is on it, and every movement since it was opened. */
export function AccountPage() {
  const texts = useTexts("account");
  const dashboard = useTexts("dashboard");
  const { accountNo = "" } = useParams();
  const query = useQuery(accountRead(useGuid(), accountNo));
  const { data } = query;
  useShownBalances(query.dataUpdatedAt);
  const failure = failureOf(query.error);
  // A number that is none of ours is a wrong address (422) like one that is not the member's.
  if (data === undefined && [404, 422].includes(failure?.httpStatus ?? 0)) return <NotFoundPage />;
  return (
    <>
      <PageHead
        title={data?.name ?? dashboard.accountNumber(accountNo)}
        before={<ToDashboard>{texts.back}</ToDashboard>}
        after={data !== undefined && <p className="meta">{dashboard.accountNumber(accountNo)}</p>}
      />
      {data !== undefined && <Loaded account={data} />}
      {data === undefined &&
        (query.isError ? (
          <Failed title={texts.failed} meaning={texts.failedMeaning} query={query} />
        ) : (
          <Waiting label={texts.loading} />
        ))}
    </>
  );
}

function Loaded({ account }: { account: Yes<typeof getAccount>["result"] }) {
  const texts = useTexts("account");
  const dashboard = useTexts("dashboard");
  const [open, setOpen] = useState<"days" | "months">();
  const canSend = useCanSend();
  const { accountNumber, since } = account;
  const fromPay = useFromPay(account.fromPay);
  return (
    <div className="twocol account-page">
      <aside className="stack" aria-label={account.name}>
        <Panel padded>
          <p className="meta">{texts.balance[account.type]}</p>
          <p className="bigamt">
            <Money amount={account.outstandingBalance} />
          </p>
          <KeyValueList isTight rows={[...partsOf(account, texts), ...fromPay]} />
          <div className="btnrow">
            {canSend && (
              <Link
                className={buttonClass({ look: "primary" })}
                to={paths.topUpCard}
                state={sendsFrom(accountNumber)}
              >
                {dashboard.transfer}
              </Link>
            )}
            <Button onClick={() => setOpen("days")}>{texts.statement}</Button>
            <Button onClick={() => setOpen("months")}>{texts.monthly.title}</Button>
          </div>
        </Panel>
      </aside>
      <Movements accountNo={accountNumber} since={since} />
      {open === "days" && (
        <StatementDialog
          accountNo={accountNumber}
          since={since}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === "months" && (
        <MonthlyStatements accountNo={accountNumber} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}

/** What is deducted from pay for it each month, as a row, and what takes its place. */
function useFromPay(fromPay: Yes<typeof getAccount>["result"]["fromPay"]) {
  const texts = useTexts("account");
  const language = useLanguage();
  if (fromPay === null) return [];
  const { next } = fromPay;
  return [fromPay, ...(next === null ? [] : [next])].map(({ monthly, firstMonth }, index) => {
    const month = formatDate(dayOf(`${firstMonth}-01`), "month", language);
    const value = (
      <>
        <Money amount={monthly} />
        <span className="meta pay-from">{texts.fromMonth(month)}</span>
      </>
    );
    const name = index === 0 ? texts.fromPay : texts.fromPayNext;
    return { key: `pay ${firstMonth}`, name, value };
  });
}

/** Whether money can go from here to a card that takes it. */
function useCanSend(): boolean {
  const hasTransfers = useFeature("transferFunds");
  const { data } = useQuery(dashboardRead(useGuid()));
  return hasTransfers && data !== undefined && whyNoTransfer(data.card) === undefined;
}

type Texts = ReturnType<typeof useTexts<"account">>;

/** What can be withdrawn of it, what the member locked, and what stays. */
function partsOf(account: Account, texts: Texts) {
  const { type, outstandingBalance, withdrawableBalance, lockedBalance } = account;
  const stays = outstandingBalance - withdrawableBalance - lockedBalance;
  return [
    { key: "free", name: texts.withdrawable, value: <Money amount={withdrawableBalance} /> },
    ...(lockedBalance > 0n
      ? [
          {
            key: "locked",
            name: <Link to={paths.safety}>{texts.locked}</Link>,
            value: <Money amount={lockedBalance} />,
          },
        ]
      : []),
    ...(type === "me" && stays > 0n
      ? [{ key: "fixed", name: texts.fixed, value: <Money amount={stays} /> }]
      : []),
  ];
}
