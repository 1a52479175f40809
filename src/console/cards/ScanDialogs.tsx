import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { useTexts } from "#console/texts/texts.ts";
import {
  countCardKits,
  type Findings,
  receiveCardKits,
  type StockOfBranch,
} from "#contract/staff/cardStock.ts";
import type { Failure } from "#contract/endpoint.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FindingsTable, SerialsField, serialsOf, useResultText } from "./Scan.tsx";

type Props = { branch: StockOfBranch; onClose: () => void };

/** Takes cards into the branch by their serials. */
export function ReceiveDialog({ branch, onClose }: Props) {
  const texts = useTexts("cards");
  const resultText = useResultText();
  const [result, setResult] = useState<Findings>();
  const title = `${texts.receive}: ${branch.branchName}`;
  return (
    <ScanDialog
      title={title}
      body={texts.receiveBody}
      action={texts.receive}
      pending={texts.receiving}
      onAgain={() => setResult(undefined)}
      onClose={onClose}
      result={
        result && (
          <>
            <output>{resultText(result.lines)}</output>
            <FindingsTable lines={result.lines} />
          </>
        )
      }
      send={async (serials) => {
        const params = { branchId: branch.branchId };
        const answer = await call(receiveCardKits, { params, body: { serials } });
        if (!answer.status) return answer;
        setResult(answer.result);
        return undefined;
      }}
    />
  );
}

type Count = { expected: number; found: number; missing: string[]; unexpected: Findings["lines"] };

/** Compares what lies at the branch with what should. */
export function CountDialog({ branch, onClose }: Props) {
  const texts = useTexts("cards");
  const [count, setCount] = useState<Count>();
  return (
    <ScanDialog
      title={`${texts.countKits}: ${branch.branchName}`}
      body={texts.countBody}
      action={texts.countNow}
      pending={texts.counting}
      onAgain={() => setCount(undefined)}
      onClose={onClose}
      result={count && <CountResult count={count} />}
      send={async (serials) => {
        const params = { branchId: branch.branchId };
        const answer = await call(countCardKits, { params, body: { serials } });
        if (!answer.status) return answer;
        setCount(answer.result);
        return undefined;
      }}
    />
  );
}

function CountResult({ count }: { count: Count }) {
  const texts = useTexts("cards");
  const { expected, found, missing, unexpected } = count;
  const isRight = missing.length === 0 && unexpected.length === 0;
  return (
    <>
      <output>
        {texts.countResult(found.toLocaleString("en-US"), expected.toLocaleString("en-US"))}
      </output>
      {isRight && <Notice kind="ok">{texts.nothingMissing}</Notice>}
      {missing.length > 0 && (
        <Notice kind="warn">
          {texts.missing}: {missing.join(", ")}
        </Notice>
      )}
      {unexpected.length > 0 && (
        <>
          <h3>{texts.unexpected}</h3>
          <FindingsTable lines={unexpected} />
        </>
      )}
    </>
  );
}

function ScanDialog(props: {
  title: string;
  body: string;
  action: string;
  pending: string;
  send: (serials: string[]) => Promise<Failure | undefined>;
  result: ReactNode;
  onAgain: () => void;
  onClose: () => void;
}) {
  const { title, result, onClose } = props;
  const texts = useTexts("cards");
  const common = useTexts("common");
  const again = useRef<HTMLButtonElement>(null);
  const isDone = result !== undefined;
  // The button that was pressed is gone.
  useEffect(() => {
    if (isDone) again.current?.focus();
  }, [isDone]);
  const form = useNamedForm({
    required: ["serials"],
    send: async (field) => {
      const failure = await props.send(serialsOf(field("serials")));
      void queryClient.invalidateQueries();
      return failure && atSerials(failure);
    },
  });
  const { errors, isPending } = form;
  return (
    <Dialog title={title} onClose={onClose}>
      {isDone ? (
        <div className="k-result">
          {result}
          <div className="btnrow">
            <Button ref={again} look="primary" onClick={props.onAgain}>
              {texts.again}
            </Button>
            <Button onClick={onClose}>{common.words.close}</Button>
          </div>
        </div>
      ) : (
        <SentForm form={form} label={title} note={<p>{props.body}</p>}>
          <SerialsField error={errors["serials"]} />
          <div className="btnrow">
            <Button type="submit" look="primary" pending={isPending} pendingLabel={props.pending}>
              {props.action}
            </Button>
            <Button onClick={onClose}>{common.cancel}</Button>
          </div>
        </SentForm>
      )}
    </Dialog>
  );
}

/** What is wrong with one of the serials stands at the field that holds them all. */
function atSerials(failure: Failure): Failure {
  const errors = failure.errors.map(({ param, msg }) => {
    const place = /^serials[.[](\d+)/.exec(param)?.[1];
    return place === undefined
      ? { param, msg }
      : { param: "serials", msg: `${Number(place) + 1}: ${msg}` };
  });
  return { ...failure, errors };
}
