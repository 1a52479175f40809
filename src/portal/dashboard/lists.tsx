import type { Account, DashboardCard } from "#contract/members.ts";
import { online } from "#client/connection.ts";
import { dashboardRead } from "#portal/api/reads.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { accountPath, paths, sendsFrom } from "#portal/paths.ts";
import { whyNoTransfer } from "#portal/shared/cardStanding.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { Panel } from "#ui/Panel.tsx";
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
      {accounts.length > 1 && (
        <div className="acct acct-sum">
          <p className="lbl">
            <span>{texts.withdrawableInAll}</span>{" "}
            <span className="amt">
              <Money amount={accounts.reduce((sum, one) => sum + one.withdrawableBalance, 0n)} />
            </span>
          </p>
        </div>
      )}
    </Panel>
  );
}

/** What can be withdrawn is large in each row; of an account that holds more, what there is stands above it. */
function AccountRow({ account, canSend }: { account: Account; canSend: boolean }) {
  const texts = useTexts("dashboard");
  const isEquity = account.type === "me";
  return (
    <li className="acct">
      <Link className="nm" to={accountPath(account.accountNumber)}>
        {account.name}
      </Link>
      {canSend && (
        <Link className="send" to={paths.topUpCard} state={sendsFrom(account.accountNumber)}>
          {texts.transfer}
          <span className="sr"> {texts.fromAccount(account.name, account.accountNumber)}</span>
        </Link>
      )}
      <span className="no">
        {texts.accountNumber(account.accountNumber)}
        <AsOf />
      </span>
      {!isEquity && (
        <p className="lbl">
          <span>{texts.outstanding}</span> <Money amount={account.outstandingBalance} />
        </p>
      )}
      <p className="lbl">
        <span>{texts.withdrawable}</span>{" "}
        <span className="amt">
          <Money amount={account.withdrawableBalance} />
        </span>
      </p>
      {account.lockedBalance > 0n && (
        <p className="lbl">
          <Link to={paths.safety}>
            <Money amount={account.lockedBalance} /> {texts.locked}
          </Link>
        </p>
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
  return <> {texts.asOf(formatDate(new Date(data.asOf), "time", language))}</>;
}
