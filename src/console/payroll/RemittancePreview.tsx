import { Day } from "#console/parts/Day.tsx";
import { useMay } from "#console/api/me.ts";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { paths } from "#console/paths.ts";
import { ReadPreview } from "#console/table/ReadPreview.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { formatPesos, toDecimal } from "#common/money.ts";
import type { RemittanceRow } from "#contract/staff/payroll.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { remittanceRead } from "./payrollReads.ts";
import { whyRefused } from "./whyRefused.ts";

/** The panel of a remittance: what its dry run found, and asking for its posting. */
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
  const may = useMay();
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
      <RequestPosting
        file={file}
        isOffered={state === "checked" && openRequestId === null && may("request.post_remittance")}
      />
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
        ...(file.approvedBy === "" ? [] : [fact(texts.approvedBy, file.approvedBy)]),
        fact(texts.hash, <code>{file.sha256}</code>),
      ]}
    />
  );
}

/** What was asked for is not offered again, and its dialog still says that it was. */
function RequestPosting({ file, isOffered }: { file: RemittanceRow; isOffered: boolean }) {
  const texts = useTexts("loans");
  const [isOpen, setIsOpen] = useState(false);
  const { remittanceId, sha256, total, rightRows, rightTotal } = file;
  return (
    <>
      {isOffered && (
        <div className="p-actions">
          <Button small look="primary" onClick={() => setIsOpen(true)}>
            {texts.askPost}
          </Button>
        </div>
      )}
      {isOpen && (
        <RequestDialog
          title={texts.askPost}
          kind="post_remittance"
          payload={() => ({ remittanceId, sha256, total: toDecimal(total) })}
          changes={["remittance", remittanceId]}
          onClose={() => setIsOpen(false)}
        >
          {() => <p>{texts.askPostBody(rightRows, formatPesos(rightTotal))}</p>}
        </RequestDialog>
      )}
    </>
  );
}
