import {
  downloadMonthlyStatement,
  downloadStatementProof,
  type MonthlyStatement,
} from "#contract/statements.ts";
import { monthlyStatementsRead } from "#portal/api/accountReads.ts";
import { download } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useFileButton } from "#portal/shared/FileButton.tsx";
import { Failed } from "#portal/shared/frame.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";

/** What each month that is over left on an account, newest first, each as a PDF that stays the same. */
export function MonthlyStatements(props: { accountNo: string; onClose: () => void }) {
  const { accountNo, onClose } = props;
  const { monthly: texts, ...account } = useTexts("account");
  const query = useInfiniteQuery(monthlyStatementsRead(useGuid(), accountNo));
  const rows = query.data?.pages.flat();
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p className="meta months-lead">{texts.lead}</p>
      {rows === undefined &&
        (query.isError ? (
          <Failed title={texts.failed} meaning={account.failedMeaning} query={query} />
        ) : (
          <Loading label={texts.loading}>
            {[0, 1, 2].map((row) => (
              <div key={row} className="month-kept">
                <Skeleton width="9rem" height="44px" />
                <Skeleton width="4rem" height="48px" />
              </div>
            ))}
          </Loading>
        ))}
      {rows?.length === 0 && <EmptyState title={texts.noneTitle}>{texts.none}</EmptyState>}
      {rows !== undefined && rows.length > 0 && (
        <ul className="months-kept">
          {rows.map((row) => (
            <Month key={row.month} accountNo={accountNo} statement={row} />
          ))}
        </ul>
      )}
      {query.isFetchNextPageError && <p role="alert">{texts.failed}</p>}
      {query.hasNextPage && (
        <Button
          block
          look="quiet"
          pending={query.isFetchingNextPage}
          pendingLabel={texts.loading}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.earlier}
        </Button>
      )}
      {rows !== undefined && rows.length > 0 && (
        <p className="meta">
          <Link to={paths.verify}>{texts.check}</Link>
        </p>
      )}
    </Dialog>
  );
}

function Month({ accountNo, statement }: { accountNo: string; statement: MonthlyStatement }) {
  const { monthly: texts } = useTexts("account");
  const language = useLanguage();
  const guid = useGuid();
  const { month, closing, isSealed } = statement;
  const name = formatDate(dayOf(`${month}-01`), "month", language);
  const { button, problem } = useFileButton({
    ask: () => download(downloadMonthlyStatement, { params: { guid, accountNo, month } }),
    failed: texts.notOpened,
    words: { statement_too_long: texts.tooLong },
    pendingLabel: texts.preparing,
    "aria-label": texts.open(name),
    children: texts.pdf,
  });
  const proof = useFileButton({
    ask: () => download(downloadStatementProof, { params: { guid, accountNo, month } }),
    failed: texts.proofNotOpened,
    look: "quiet",
    pendingLabel: texts.preparing,
    "aria-label": texts.openProof(name),
    children: texts.proof,
  });
  return (
    <li>
      <div className="month-kept">
        <div>
          <p>{name}</p>
          <p className="meta">
            {texts.closing} <Money amount={closing} />
          </p>
        </div>
        <div className="month-files">
          {isSealed && proof.button}
          {button}
        </div>
      </div>
      {problem}
      {proof.problem}
    </li>
  );
}
