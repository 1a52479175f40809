import { referenceText } from "#common/reference.ts";
import { Reference } from "#ui/Reference.tsx";
import { call } from "#console/api/call.ts";
import { download } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { ActButton } from "#console/parts/ActButton.tsx";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  type BatchRow,
  getCardBatchFile,
  listCardBatches,
  makeCardBatch,
} from "#contract/staff/cardProduction.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { ordersRead } from "./cardReads.ts";
import "./cards.css";
import { StockTabs } from "./StockTabs.tsx";

/** Files of orders for personalized cards, each with how far its cards have come. */
export function BatchesPage() {
  const texts = useTexts("cards");
  const language = useLanguage();
  const figure = (key: "orders" | "produced" | "received" | "waiting", head: string) => ({
    key,
    head,
    isFigure: true,
    cell: (row: BatchRow) => row[key].toLocaleString("en-US"),
  });
  const list: List<BatchRow> = {
    name: "card_batches",
    title: texts.batches,
    lead: (
      <>
        <StockTabs />
        <p className="sub">{texts.batchLead}</p>
      </>
    ),
    actions: <MakeBatch />,
    read: listRead(listCardBatches),
    firstSort: "-madeAt",
    rowId: ({ id }) => id,
    rowName: ({ reference }) => reference,
    filters: [{ type: "text", key: "reference", label: texts.batchFile }],
    columns: [
      {
        key: "file",
        head: texts.batchFile,
        onCard: "name",
        cell: ({ reference, madeBy }) => (
          <>
            <Reference value={reference} />
            <span className="meta t-under">{madeBy}</span>
          </>
        ),
      },
      {
        key: "madeAt",
        head: texts.madeAt,
        isSortable: true,
        cell: ({ madeAt }) => <DateText at={new Date(madeAt)} form="dayTime" language={language} />,
      },
      figure("orders", texts.orders),
      figure("produced", texts.produced),
      figure("received", texts.received),
      figure("waiting", texts.toCome),
    ],
    preview: (row, onClose) => <BatchPreview row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function MakeBatch() {
  const texts = useTexts("cards");
  const may = useMay();
  const { data } = useQuery(ordersRead());
  if (!may("card_batch.make") || data === undefined) return null;
  const { waiting } = data;
  return (
    <span className="k-make">
      <span className="meta">
        {waiting === 0 ? texts.noOrders : texts.ordersWaiting(waiting.toLocaleString("en-US"))}
      </span>
      {waiting > 0 && (
        <ActButton
          small
          look="primary"
          act={() => call(makeCardBatch, {})}
          done={({ result }) => texts.batchMade(referenceText(result.reference), result.orders)}
          pendingLabel={texts.makingBatch}
        >
          {texts.makeBatch}
        </ActButton>
      )}
    </span>
  );
}

function BatchPreview({ row, onClose }: { row: BatchRow; onClose: () => void }) {
  const texts = useTexts("cards");
  const may = useMay();
  const [problem, setProblem] = useState("");
  const fetchFile = async () => {
    const failure = await download(getCardBatchFile, { params: { batchId: row.id } });
    setProblem(failure === undefined ? "" : failureText(failure));
  };
  const figure = (name: string, count: number) => ({
    key: name,
    name,
    value: count.toLocaleString("en-US"),
  });
  return (
    <PreviewPanel title={row.reference} reference={row.reference} onClose={onClose}>
      <div className="k-preview">
        <KeyValueList
          isTight
          rows={[
            figure(texts.orders, row.orders),
            figure(texts.produced, row.produced),
            figure(texts.received, row.received),
            figure(texts.toCome, row.waiting),
            { key: "by", name: texts.madeBy, value: row.madeBy },
            { key: "hash", name: texts.hash, value: <code className="k-hash">{row.sha256}</code> },
          ]}
        />
        {may("card_batch.make") && (
          <div className="k-actions">
            <Button
              small
              aria-label={texts.downloadOf(row.reference)}
              onClick={() => void fetchFile()}
            >
              <Download /> {texts.download}
            </Button>
          </div>
        )}
        {problem !== "" && <p role="alert">{problem}</p>}
        <p className="sub">{texts.productionHint}</p>
      </div>
    </PreviewPanel>
  );
}
