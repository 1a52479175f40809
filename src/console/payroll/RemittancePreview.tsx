import { call } from "#console/api/call.ts";
import { Day } from "#console/parts/Day.tsx";
import { useMay } from "#console/api/me.ts";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { WordsDialog } from "#console/parts/WordsDialog.tsx";
import { paths } from "#console/paths.ts";
import { ReadPreview } from "#console/table/ReadPreview.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { formatPesos, toDecimal } from "#common/money.ts";
import { referenceText } from "#common/reference.ts";
import { type RemittanceRow, withdrawRemittance } from "#contract/staff/payroll.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { remittanceRead } from "./payrollReads.ts";
import { whyRefused } from "./whyRefused.ts";

/** The panel of a remittance: what its dry run found, asking for its posting, and taking it back. */
export function RemittancePreview(props: {
  remittanceId: string;
  title: string;
  onClose: () => void;
}) {
  const query = useQuery(remittanceRead(props.remittanceId));
  return (
    <ReadPreview title={props.title} reference={props.title} query={query} onClose={props.onClose}>
      {(file) => <Details file={file} />}
    </ReadPreview>
  );
}

function Details({ file }: { file: RemittanceRow }) {
  const texts = useTexts("loans");
  const { state, reference, openRequestId } = file;
  return (
    <div className="p-preview">
      {state === "refused" && <Notice kind="bad">{whyRefused(file, texts)}</Notice>}
      {file.passedOver > 0 && (
        <Notice kind="info">{texts.footersPassedOver(file.passedOver)}</Notice>
      )}
      {openRequestId !== null && (
        <Notice kind="info">
          {texts.askedSecond}{" "}
          <Link to={`${paths.requests}?show=all&open=${openRequestId}`}>{texts.toRequest}</Link>
        </Notice>
      )}
      <Actions file={file} isFree={state === "checked" && openRequestId === null} />
      <Figures file={file} />
      <p>
        <Link to={`${paths.remittanceLines}?show=all&reference=${reference}`}>
          {texts.showRows}
        </Link>
      </p>
    </div>
  );
}

function Figures({ file }: { file: RemittanceRow }) {
  const texts = useTexts("loans");
  const fact = (name: string, value: ReactNode) => ({ key: name, name, value });
  const rows = (count: number, sum?: bigint) => (
    <>
      {count.toLocaleString("en-US")}
      {sum !== undefined && (
        <>
          , <Money amount={sum} alwaysShown />
        </>
      )}
    </>
  );
  return (
    <KeyValueList
      isTight
      rows={[
        fact(texts.state, texts.remittanceStates[file.state]),
        fact(texts.employer, file.employer),
        fact(texts.month, <Day on={file.month} />),
        fact(texts.received, <Money amount={file.received} alwaysShown />),
        fact(texts.rows, rows(file.rows, file.total)),
        fact(texts.right, rows(file.rightRows, file.rightTotal)),
        fact(texts.exceptions, rows(file.exceptions)),
        fact(texts.invalid, rows(file.invalid)),
        fact(texts.postedRows, rows(file.posted, file.postedTotal)),
        fact(texts.sentBy, file.sentBy),
        ...(file.withdrawnBy === "" ? [] : [fact(texts.withdrawnBy, file.withdrawnBy)]),
        ...(file.approvedBy === "" ? [] : [fact(texts.approvedBy, file.approvedBy)]),
        fact(texts.hash, <code>{file.sha256}</code>),
      ]}
    />
  );
}

/** What was asked for or withdrawn is not offered again, and its dialog still says that it was. */
function Actions({ file, isFree }: { file: RemittanceRow; isFree: boolean }) {
  const texts = useTexts("loans");
  const may = useMay();
  const [doing, setDoing] = useState<"post" | "withdraw">();
  const { remittanceId, reference, sha256, total, rightRows, rightTotal } = file;
  const stop = () => setDoing(undefined);
  const [mayPost, mayWithdraw] = [may("request.post_remittance"), may("remittance.send")];
  return (
    <>
      {isFree && (mayPost || mayWithdraw) && (
        <div className="p-actions">
          {mayPost && (
            <Button small look="primary" onClick={() => setDoing("post")}>
              {texts.askPost}
            </Button>
          )}
          {mayWithdraw && (
            <Button small onClick={() => setDoing("withdraw")}>
              {texts.withdraw}
            </Button>
          )}
        </div>
      )}
      {doing === "post" && (
        <RequestDialog
          title={texts.askPost}
          kind="post_remittance"
          payload={() => ({ remittanceId, sha256, total: toDecimal(total) })}
          changes={["remittance", remittanceId]}
          onClose={stop}
        >
          {() => <p>{texts.askPostBody(rightRows, formatPesos(rightTotal))}</p>}
        </RequestDialog>
      )}
      {doing === "withdraw" && (
        <WordsDialog
          title={texts.withdrawTitle(referenceText(reference))}
          about={<p>{texts.withdrawBody}</p>}
          label={texts.undoReason}
          hint={texts.withdrawHint}
          done={texts.withdrawDone}
          name="reason"
          most={300}
          send={(reason) =>
            call(withdrawRemittance, { params: { remittanceId }, body: { reason } })
          }
          onClose={stop}
        />
      )}
    </>
  );
}
