import { Reference } from "#ui/Reference.tsx";
import { useMay } from "#console/api/me.ts";
import { paths } from "#console/paths.ts";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile, MemberMoney } from "#contract/staff/members.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { generatePath, Link } from "react-router";
import { Moment } from "./Moment.tsx";
import { moneyRead } from "./memberReads.ts";
import { OwnLimits } from "./OwnLimits.tsx";
import { PartState } from "./PartState.tsx";

/** Accounts with what is held of them, and loans. */
export function MoneyPart({ file }: { file: MemberFile }) {
  const { money: texts } = useTexts("members");
  const read = useQuery(moneyRead(file.memberGuid));
  return (
    <PartState read={read}>
      {({ accounts, ownLimits, loans }) => (
        <>
          <SectionHead title={texts.accounts} count={accounts.length} />
          {accounts.length === 0 ? (
            <EmptyState title={texts.noAccounts} />
          ) : (
            <Accounts accounts={accounts} />
          )}
          <Holds accounts={accounts} />
          <OwnLimits limits={ownLimits} />
          <SectionHead title={texts.loans} count={loans.length} />
          {loans.length === 0 ? (
            <EmptyState title={texts.noLoans} />
          ) : (
            <Loans loans={loans} officeId={file.officeId} />
          )}
        </>
      )}
    </PartState>
  );
}

function Accounts({ accounts }: Pick<MemberMoney, "accounts">) {
  const { money: texts } = useTexts("members");
  return (
    <PlainTable
      caption={texts.accounts}
      rows={accounts}
      keyOf={({ accountNumber }) => accountNumber}
      columns={[
        {
          key: "name",
          head: texts.accounts,
          cell: ({ name, accountNumber }) => (
            <>
              <b>{name}</b> {accountNumber}
            </>
          ),
        },
        {
          key: "balance",
          head: texts.balance,
          isFigure: true,
          cell: (row) => <Money amount={row.balance} />,
        },
        {
          key: "available",
          head: texts.available,
          isFigure: true,
          cell: (row) => <Money amount={row.available} />,
        },
        {
          key: "held",
          head: texts.held,
          isFigure: true,
          cell: (row) => <Money amount={row.held} />,
        },
        {
          key: "fixed",
          head: texts.fixed,
          isFigure: true,
          cell: ({ fixed }) => (fixed === null ? "–" : <Money amount={fixed} />),
        },
      ]}
    />
  );
}

function Holds({ accounts }: Pick<MemberMoney, "accounts">) {
  const { money: texts } = useTexts("members");
  const reasons = new Map<string, string>(Object.entries(texts.holdReasons));
  const held = accounts.flatMap(({ name, holds }) => holds.map((hold) => ({ ...hold, name })));
  if (held.length === 0) return null;
  return (
    <>
      <SectionHead title={texts.holds} count={held.length} />
      <PlainTable
        caption={texts.holds}
        rows={held}
        keyOf={({ reference, reason, placedAt }) => `${reference} ${reason} ${placedAt}`}
        columns={[
          {
            key: "reference",
            head: texts.holds,
            cell: ({ reason, reference }) => (
              <>
                {reasons.get(reason) ?? reason} <Reference value={reference} />
              </>
            ),
          },
          { key: "account", head: texts.accounts, cell: ({ name }) => name },
          {
            key: "amount",
            head: texts.held,
            isFigure: true,
            cell: ({ amount }) => <Money amount={amount} />,
          },
          {
            key: "until",
            head: texts.until,
            cell: ({ expiresAt }) =>
              expiresAt === null ? texts.untilReleased : <Moment at={expiresAt} />,
          },
        ]}
      />
    </>
  );
}

function LoanLink({ loanNo, officeId }: { loanNo: string; officeId: string }) {
  const may = useMay();
  if (!may("loan.view", officeId)) return <Reference value={loanNo} />;
  return (
    <Link to={generatePath(paths.loan, { loanNo })}>
      <Reference value={loanNo} />
    </Link>
  );
}

function Loans({ loans, officeId }: Pick<MemberMoney, "loans"> & { officeId: string }) {
  const { money: texts } = useTexts("members");
  return (
    <PlainTable
      caption={texts.loans}
      rows={loans}
      keyOf={({ loanNo }) => loanNo}
      columns={[
        {
          key: "name",
          head: texts.loans,
          cell: ({ name, loanNo }) => (
            <>
              <b>{name}</b> <LoanLink loanNo={loanNo} officeId={officeId} />
            </>
          ),
        },
        {
          key: "principal",
          head: texts.principal,
          isFigure: true,
          cell: (row) => <Money amount={row.principal} />,
        },
        {
          key: "overdue",
          head: texts.overdue,
          isFigure: true,
          cell: (row) => <Money amount={row.overdue} />,
        },
        {
          key: "amortization",
          head: texts.amortization,
          isFigure: true,
          cell: (row) => <Money amount={row.amortization} />,
        },
      ]}
    />
  );
}
