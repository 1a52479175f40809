import { PageHead } from "#client/PageHead.tsx";
import { useMay } from "#console/api/me.ts";
import { read } from "#console/api/queries.ts";
import { Loaded } from "#console/parts/Loaded.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { type CashReceipt, getCashDrawer } from "#contract/staff/cash.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BranchCash } from "./BranchCash.tsx";
import { FindReceipt } from "./FindReceipt.tsx";
import { OpenDrawer } from "./OpenDrawer.tsx";
import { OwnDrawer } from "./OwnDrawer.tsx";
import { ReceiptSheet } from "./ReceiptSheet.tsx";

/** A teller's drawer and its receipts, and the cash of the branches. */
export function CashPage() {
  const texts = useTexts("cash");
  const may = useMay();
  const [shown, setShown] = useState<CashReceipt>();
  // Tellers wait for it.
  const keepsVault = may("cash.vault");
  if (shown !== undefined) {
    return <ReceiptSheet receipt={shown} onBack={() => setShown(undefined)} />;
  }
  return (
    <div className="c-page">
      <PageHead title={texts.title} />
      {may("cash.use") && <Teller onReceipt={setShown} />}
      {keepsVault && <BranchCash />}
      <FindReceipt onReceipt={setShown} />
      {!keepsVault && <BranchCash />}
    </div>
  );
}

const LOOK_AGAIN_MS = 2000;
const isWaiting = (data: { waiting: readonly unknown[] } | undefined) =>
  data !== undefined && data.waiting.length > 0;

function Teller({ onReceipt }: { onReceipt: (receipt: CashReceipt) => void }) {
  const query = useQuery({
    queryKey: ["cashDrawer"],
    queryFn: async ({ signal }) => (await read(getCashDrawer, {}, signal)).result,
    staleTime: 0,
    // The drawer opens and closes when who keeps the vault says so.
    refetchInterval: ({ state }) => (isWaiting(state.data) ? LOOK_AGAIN_MS : false),
  });
  return (
    <Loaded query={query}>
      {({ drawer, receipts, waiting, most }) =>
        drawer === null ? (
          <OpenDrawer waiting={waiting.find(({ kind }) => kind === "float")} />
        ) : (
          <OwnDrawer {...{ drawer, receipts, waiting, most, onReceipt }} />
        )
      }
    </Loaded>
  );
}
