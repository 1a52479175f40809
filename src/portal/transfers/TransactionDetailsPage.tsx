import type { TransferDetails } from "#contract/transfers.ts";
import { failureOf } from "#client/queries.ts";
import { transferDetailsRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { usePageTitle } from "#portal/shared/PageHead.tsx";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, Clock, MessageSquare, Phone } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { isAcceptedTold, tellEnd } from "./orderToast.ts";
import { Receipt } from "./Receipt.tsx";
import "./transfers.css";

const LOOK_AGAIN_MS = 3000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** One transaction, from a transfer just made, the history, or a bookmark: always the same page. */
export function TransactionDetailsPage() {
  const params = useParams();
  const [search] = useSearchParams();
  const refNo = params["refNo"];
  const tranDate = params["tranDate"] ?? search.get("tranDate") ?? "";
  return refNo === undefined || !DAY.test(tranDate) ? (
    <Navigate to={paths.transactionHistory} replace />
  ) : (
    <Details key={refNo} refNo={refNo} tranDate={tranDate} />
  );
}

function Details({ refNo, tranDate }: { refNo: string; tranDate: string }) {
  const texts = useTexts("transfer");
  const navigate = useNavigate();
  const query = useQuery({
    ...transferDetailsRead(useGuid(), refNo, tranDate),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(state.data) ? LOOK_AGAIN_MS : false,
  });
  const { data, error } = query;
  usePageTitle(texts.receipt.title);
  useNews(data);

  useEffect(() => {
    const failure = failureOf(error);
    // Without network the page waits; a no of the server leads back to the history.
    if (failure === undefined || data !== undefined || failure.httpStatus === 0) return;
    showFailure(failure);
    void navigate(paths.transactionHistory, { replace: true });
  }, [data, error, navigate]);

  return (
    <div className="receiptwrap">
      {data === undefined ? <Waiting /> : <Receipt details={data} />}
      {data !== undefined && <Next details={data} />}
    </div>
  );
}

const isUnderWay = ({ state }: TransferDetails) => state !== "credited" && state !== "returned";

/** Tells the member when the transfer ends while they look at it. */
function useNews(details: TransferDetails | undefined): void {
  const texts = useTexts("transfer");
  const before = useRef<TransferDetails["state"]>(undefined);
  useEffect(() => {
    if (details === undefined) return;
    // What the server said when it took the order is no longer so.
    const isNews =
      before.current === undefined ? isAcceptedTold() : before.current !== details.state;
    before.current = details.state;
    if (isNews && details.state === "credited") tellEnd("ok", texts.receipt.updated.credited);
    if (isNews && details.state === "returned") tellEnd("info", texts.receipt.updated.returned);
  }, [details, texts]);
}

function Next({ details }: { details: TransferDetails }) {
  const { receipt } = useTexts("transfer");
  const { state } = useLocation();
  // Set by the transfer page when it leads here.
  const isNew = typeof state === "object" && state !== null && "isNew" in state;
  return (
    <section className="next" aria-labelledby="next">
      <h2 id="next">{receipt.nextTitle}</h2>
      <ul className="nextl">
        <li>
          <Clock />
          <span>{receipt.next[details.state]}</span>
        </li>
        <li>
          <MessageSquare />
          <span>{receipt.copyKept}</span>
        </li>
        <li>
          <Phone />
          <span>{receipt.helpWith}</span>
        </li>
      </ul>
      {isNew ? (
        <div className="stack no-print">
          <Link className={buttonClass({ look: "primary", block: true })} to={paths.dashboard}>
            {receipt.done}
          </Link>
          <Link className={buttonClass({ look: "quiet", block: true })} to={paths.topUpCard}>
            {receipt.another}
          </Link>
        </div>
      ) : (
        <Link
          className={buttonClass({ look: "primary", block: true }, "no-print")}
          to={paths.transactionHistory}
        >
          <ChevronLeft />
          {receipt.backToHistory}
        </Link>
      )}
    </section>
  );
}

function Waiting() {
  const { receipt } = useTexts("transfer");
  return (
    <Loading label={receipt.loading}>
      <Panel padded>
        <Skeleton width="100%" height="32rem" />
      </Panel>
    </Loading>
  );
}
