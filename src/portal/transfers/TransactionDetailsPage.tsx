import { ReferenceIn } from "#ui/Reference.tsx";
import type { TransferDetails } from "#contract/transferDetails.ts";
import { isFinal } from "#client/failure.ts";
import { failureOf } from "#client/queries.ts";
import { transferDetailsRead } from "#portal/api/reads.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { PageHead, usePageTitle } from "#client/PageHead.tsx";
import { type Asked, NotRead } from "#portal/shared/NotRead.tsx";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, Navigate, useNavigate, useParams, useSearchParams } from "react-router";
import { AfterTransfer } from "./AfterTransfer.tsx";
import { Receipt } from "./Receipt.tsx";
import { ResultDialog } from "./ResultDialog.tsx";
import { useIsNew } from "./useIsNew.ts";
import "#portal/shared/sheet.css";
import "./transfers.css";

const LOOK_AGAIN_MS = 3000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** One transaction, from a transfer just made, the history, or a bookmark: always the same page. */
export function TransactionDetailsPage() {
  const params = useParams();
  const [search] = useSearchParams();
  const refNo = params["refNo"];
  const tranDate = params["tranDate"] ?? search.get("tranDate") ?? "";
  const hasHistory = useFeature("transactionHistory");
  return refNo === undefined || !DAY.test(tranDate) ? (
    <Navigate to={hasHistory ? paths.transactionHistory : paths.dashboard} replace />
  ) : (
    <Details key={refNo} refNo={refNo} tranDate={tranDate} />
  );
}

function Details({ refNo, tranDate }: { refNo: string; tranDate: string }) {
  const receipt = useTexts("receipt");
  const navigate = useNavigate();
  const isNew = useIsNew();
  const hasHistory = useFeature("transactionHistory");
  const query = useQuery({
    ...transferDetailsRead(useGuid(), refNo, tranDate),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data) ? LOOK_AGAIN_MS : false,
  });
  const { data, error } = query;
  usePageTitle(receipt.title);

  const failure = data === undefined ? failureOf(error) : undefined;
  // Nobody is led away from a transfer that was just sent, or by a connection that is lost.
  const isToAwait =
    failure !== undefined && (failure.httpStatus === 0 || (isNew && !isFinal(failure)));
  // Asked again, also by itself once the network is back, it stays: the focus is where the member has put it.
  const isAskedAgain = query.isFetching && query.errorUpdateCount > 0;

  useEffect(() => {
    // A no of the server leads back to the history (row R07).
    if (failure === undefined || isToAwait) return;
    showFailure(failure);
    void navigate(hasHistory ? paths.transactionHistory : paths.dashboard, { replace: true });
  }, [failure, isToAwait, hasHistory, navigate]);

  return (
    <div className="receiptwrap">
      {data !== undefined && <Receipt details={data} />}
      {data === undefined && (isToAwait || isAskedAgain) && (
        <LoadFailed refNo={refNo} isNew={isNew} query={{ ...query, isFetching: isAskedAgain }} />
      )}
      {data === undefined && !isToAwait && !isAskedAgain && <Waiting />}
      {data !== undefined && <ResultDialog details={data} />}
      {data !== undefined && <AfterTransfer details={data} />}
    </div>
  );
}

const isUnderWay = ({ state }: TransferDetails) => state !== "credited" && state !== "returned";

/** The transfer is where it was; what could not be had is the look at it. */
function LoadFailed(props: { refNo: string; isNew: boolean; query: Asked }) {
  const receipt = useTexts("receipt");
  const hasHistory = useFeature("transactionHistory");
  return (
    <div className="stack">
      <PageHead title={receipt.title} />
      <Panel>
        <NotRead
          query={props.query}
          title={props.isNew ? receipt.loadFailedNew : receipt.loadFailed}
          isAlwaysTold={props.isNew}
        >
          <ReferenceIn text={receipt.loadFailedMeaning(props.refNo)} value={props.refNo} />
        </NotRead>
      </Panel>
      {hasHistory && (
        <Link className={buttonClass({ look: "quiet" })} to={paths.transactionHistory}>
          {receipt.backToHistory}
        </Link>
      )}
    </div>
  );
}

function Waiting() {
  const receipt = useTexts("receipt");
  return (
    <>
      <h1 className="sr">{receipt.title}</h1>
      <Loading label={receipt.loading}>
        <Panel padded>
          <Skeleton width="100%" height="32rem" />
        </Panel>
      </Loading>
    </>
  );
}
