import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { openCashDrawer } from "#contract/staff/cash.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel, SectionHead } from "#ui/Panel.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import type { CashMove } from "#contract/staff/cashMoves.ts";
import { CountFields, countsOf, type TypedCounts } from "./CountFields.tsx";
import { TakeBack } from "./MoveDialogs.tsx";

/** The float with which a teller begins: asked of the vault, and handed over by who keeps it. */
export function OpenDrawer({ waiting }: { waiting: CashMove | undefined }) {
  return waiting === undefined ? <AskFloat /> : <FloatWaits move={waiting} />;
}

function FloatWaits({ move }: { move: CashMove }) {
  const texts = useTexts("cash");
  return (
    <>
      <SectionHead title={texts.openTitle} />
      <Panel padded className="cash-drawer">
        <output>{texts.floatWaits}</output>
        <KeyValueList
          isTight
          rows={[
            { key: "float", name: texts.float, value: <Money amount={move.amount} alwaysShown /> },
          ]}
        />
        <div className="form-actions">
          <TakeBack move={move} />
        </div>
      </Panel>
    </>
  );
}

function AskFloat() {
  const texts = useTexts("cash");
  const [typed, setTyped] = useState<TypedCounts>({});
  const [problem, setProblem] = useState("");
  const [isPending, setIsPending] = useState(false);
  async function open() {
    setIsPending(true);
    const answer = await call(openCashDrawer, { body: { counts: countsOf(typed) } });
    setIsPending(false);
    void queryClient.invalidateQueries();
    if (!answer.status) return setProblem(failureText(answer));
    showToast({ kind: "ok", text: texts.moveAsked });
  }
  return (
    <>
      <SectionHead title={texts.openTitle} />
      <Panel padded>
        <div className="cash-form">
          {problem !== "" && (
            <Notice kind="bad" role="alert">
              {problem}
            </Notice>
          )}
          <p>{texts.openLead}</p>
          <CountFields typed={typed} onChange={setTyped} />
          <div className="form-actions">
            <Button look="primary" pending={isPending} onClick={() => void open()}>
              {texts.open}
            </Button>
          </div>
        </div>
      </Panel>
    </>
  );
}
