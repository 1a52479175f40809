import { getTransactionDetails, type TransactionDetails } from "#contract/history.ts";
import { kindText } from "#contract/transactionKinds.ts";
import { failureOf } from "#client/queries.ts";
import { read } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths, toKeptPlace } from "#portal/paths.ts";
import { PageHead } from "#client/PageHead.tsx";
import { NotRead } from "#portal/shared/NotRead.tsx";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { CopyButton, Reference, ReferenceIn } from "#ui/Reference.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { useEffect } from "react";
import { Link, Navigate, useNavigate, useParams, useSearchParams } from "react-router";
import "./history.css";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** One purchase, withdrawal or fee. Transfers have their receipt. */
export function CardTransactionPage() {
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
  const receipt = useTexts("receipt");
  const texts = useTexts("history");
  const navigate = useNavigate();
  const guid = useGuid();
  const query = useQuery({
    queryKey: ["cardTransaction", guid, refNo, tranDate],
    queryFn: async ({ signal }) => {
      const input = { params: { guid, refNo }, query: { tranDate } };
      return (await read(getTransactionDetails, input, signal)).result;
    },
    enabled: guid !== "",
  });
  const { data, error } = query;

  useEffect(() => {
    const failure = failureOf(error);
    // Without an answer the page says so and waits; a no of the server leads back to the history.
    if (failure === undefined || data !== undefined || failure.httpStatus === 0) return;
    showFailure(failure);
    void navigate(paths.transactionHistory, { replace: true });
  }, [data, error, navigate]);

  return (
    <div className="card-transaction stack">
      <PageHead title={texts.details.title} />
      {data !== undefined && <Sheet details={data} />}
      {data === undefined && failureOf(error)?.httpStatus === 0 && (
        <Panel>
          <NotRead query={query} title={receipt.loadFailed}>
            <ReferenceIn text={receipt.loadFailedMeaning(refNo)} value={refNo} />
          </NotRead>
        </Panel>
      )}
      {data === undefined && failureOf(error)?.httpStatus !== 0 && (
        <Loading label={receipt.loading}>
          <Panel padded>
            <Skeleton width="100%" height="26rem" />
          </Panel>
        </Loading>
      )}
      <Link
        className={buttonClass({ look: "primary", block: true })}
        to={paths.transactionHistory}
        state={toKeptPlace}
      >
        <ChevronLeft />
        {receipt.backToHistory}
      </Link>
    </div>
  );
}

function Sheet({ details }: { details: TransactionDetails }) {
  const { details: texts, pending, posted } = useTexts("history");
  const receipt = useTexts("receipt");
  const isPending = details.status === "pending";
  return (
    <Panel padded className="stack">
      <div className="card-transaction-head">
        <p className="sub">{details.isIn ? texts.moneyIn : texts.moneyOut}</p>
        <p className="bigamt">
          <Money amount={details.isIn ? details.total : -details.total} withPlus />
        </p>
        {details.merchant !== "" && <p className="merchant">{details.merchant}</p>}
        <StatusTag kind={isPending ? "neutral" : "ok"}>{isPending ? pending : posted}</StatusTag>
      </div>
      {isPending && <Notice kind="info">{texts.pendingMeaning}</Notice>}
      <div className="card-transaction-ref">
        <div>
          <span className="meta">{receipt.reference}</span>
          <b>
            <Reference value={details.refNo} />
          </b>
        </div>
        <CopyButton value={details.refNo} what={receipt.reference} />
      </div>
      <Rows details={details} />
      <p className="meta">{texts.help}</p>
    </Panel>
  );
}

function Rows({ details }: { details: TransactionDetails }) {
  const { details: texts } = useTexts("history");
  const receipt = useTexts("receipt");
  const transfer = useTexts("transfer");
  const { review } = transfer;
  const language = useLanguage();
  const { isIn, merchant, transferFrom, transferTo, transferVia } = details;
  const way = isIn ? "in" : "out";
  const rows = [
    {
      key: "time",
      name: receipt.dateTime,
      value: <DateText at={new Date(details.tranDate)} form="receipt" language={language} />,
    },
    { key: "from", name: review.from, value: transferFrom },
    { key: "to", name: review.to, value: isIn ? transferTo : "" },
    // Both are the card's own account, whichever way the money went.
    {
      key: "number",
      name: texts.accountNumber[way],
      value: (
        <span className="code">{details.accountNumber.replaceAll(/(\d{4})(?=\d)/g, "$1 ")}</span>
      ),
    },
    { key: "name", name: texts.accountName[way], value: details.accountName },
    { key: "destination", name: texts.destination, value: isIn ? "" : merchant },
    { key: "via", name: review.via, value: kindText(transferVia, language) },
    { key: "amount", name: review.amount, value: <Money amount={details.amount} /> },
    { key: "fee", name: transfer.fee, value: <Money amount={details.transactionFee} /> },
    { key: "total", name: transfer.total, value: <Money amount={details.total} />, isTotal: true },
  ];
  return <KeyValueList rows={rows.filter(({ value }) => value !== "")} />;
}
