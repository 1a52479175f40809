import { sendOnce } from "#client/sendOnce.ts";
import { meRead } from "#console/api/me.ts";
import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import {
  type ASKED_MOVES,
  askCashMove,
  type CashMove,
  decideCashMove,
} from "#contract/staff/cashMoves.ts";
import { formatPesos } from "#common/money.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CountFields, countsOf, type TypedCounts } from "./CountFields.tsx";

export type AskedKind = (typeof ASKED_MOVES)[number];

/** Counts what is to be moved, or what the vault holds; another person confirms it. */
export function AskMoveDialog({ kind, onClose }: { kind: AskedKind; onClose: () => void }) {
  const texts = useTexts("cash");
  const [typed, setTyped] = useState<TypedCounts>({});
  const [slip, setSlip] = useState("");
  const branch = useQuery(meRead()).data?.office.name;
  const isAtBank = kind === "to_bank" || kind === "from_bank";
  return (
    <EditDialog
      title={texts.moves[kind]}
      done={texts.moveAsked}
      send={() => {
        const number = isAtBank ? slip.replaceAll(/\s/g, "").toUpperCase() : "";
        const body = { kind, counts: countsOf(typed), slip: number };
        return sendOnce("cash move", body, (idempotencyKey) =>
          call(askCashMove, { body }, { idempotencyKey }),
        );
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>
            {texts.moveLeads[kind]} {branch !== undefined && texts.ofBranch(branch)}
          </p>
          {isAtBank && (
            <TextField
              label={texts.slip}
              name="slip"
              autoComplete="off"
              maxLength={30}
              error={errorOf("slip")}
              value={slip}
              onChange={({ currentTarget }) => setSlip(currentTarget.value)}
            />
          )}
          {errorOf("counts") !== undefined && (
            <Notice kind="bad" role="alert">
              {errorOf("counts")}
            </Notice>
          )}
          <CountFields typed={typed} onChange={setTyped} />
        </>
      )}
    </EditDialog>
  );
}

/** What was counted, to be counted again and confirmed, or refused. */
export function DecideMoveDialog({ move, onClose }: { move: CashMove; onClose: () => void }) {
  const texts = useTexts("cash");
  const [problem, setProblem] = useState("");
  const [pending, setPending] = useState<"confirm" | "refuse">();
  async function decide(decision: "confirm" | "refuse") {
    setPending(decision);
    const params = { moveId: move.moveId };
    const answer = await call(decideCashMove, { params, body: { decision } });
    setPending(undefined);
    void queryClient.invalidateQueries();
    if (!answer.status) return setProblem(failureText(answer));
    showToast({ kind: "ok", text: texts.decided[decision] });
    onClose();
  }
  return (
    <Dialog title={texts.moves[move.kind]} onClose={onClose}>
      <div className="form-fields">
        {problem !== "" && (
          <Notice kind="bad" role="alert">
            {problem}
          </Notice>
        )}
        <p>{texts.decideLeads[move.kind]}</p>
        <MoveFacts move={move} />
        <div className="form-actions">
          <Button pending={pending === "refuse"} onClick={() => void decide("refuse")}>
            {texts.refuse}
          </Button>
          <Button
            look="primary"
            pending={pending === "confirm"}
            onClick={() => void decide("confirm")}
          >
            {texts.confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function MoveFacts({ move }: { move: CashMove }) {
  const texts = useTexts("cash");
  const { askedBy, slip, amount, counts } = move;
  return (
    <KeyValueList
      isTight
      rows={[
        { key: "by", name: texts.askedBy, value: askedBy },
        ...(slip === null
          ? []
          : [{ key: "slip", name: texts.slip, value: <Reference value={slip} /> }]),
        ...counts.map(({ denomination, pieces }) => ({
          key: String(denomination),
          name: formatPesos(BigInt(denomination)),
          value: `× ${pieces.toLocaleString("en-US")}`,
        })),
        {
          key: "amount",
          name: texts.counted,
          value: (
            <b>
              <Money amount={amount} alwaysShown />
            </b>
          ),
        },
      ]}
    />
  );
}

/** Takes back what one asked for oneself. */
export function TakeBack({ move }: { move: CashMove }) {
  const texts = useTexts("cash");
  const [isPending, setIsPending] = useState(false);
  async function takeBack() {
    setIsPending(true);
    const params = { moveId: move.moveId };
    const answer = await call(decideCashMove, { params, body: { decision: "take_back" } });
    setIsPending(false);
    void queryClient.invalidateQueries();
    if (!answer.status) showToast({ kind: "bad", text: failureText(answer) });
  }
  return (
    <Button
      small
      pending={isPending}
      aria-label={`${texts.takeBack}: ${texts.moves[move.kind]} ${formatPesos(move.amount)}`}
      onClick={() => void takeBack()}
    >
      {texts.takeBack}
    </Button>
  );
}

/** What a vault had more or less is booked when another person agrees. */
export function AskVaultDifference({ move, onClose }: { move: CashMove; onClose: () => void }) {
  const texts = useTexts("cash");
  const { moveId, difference } = move;
  return (
    <RequestDialog
      title={texts.differenceTitle}
      kind="vault_difference"
      payload={() => ({ moveId })}
      changes={["cashPosition"]}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{texts.vaultDifferenceBody}</p>
          <p>
            <Money amount={difference ?? 0n} alwaysShown />
          </p>
        </>
      )}
    </RequestDialog>
  );
}
