import { Reference } from "#ui/Reference.tsx";
import { Day } from "#console/parts/Day.tsx";
import { call } from "#console/api/call.ts";
import { download } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { paths } from "#console/paths.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { manilaMonth } from "#common/manila.ts";
import { serverNow } from "#client/clock.ts";
import {
  getPayrollFile,
  listPayrollFiles,
  makePayrollFile,
  type PayrollFileRow,
} from "#contract/staff/payroll.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Download } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { EmployerFields } from "./EmployerField.tsx";
import "./payroll.css";
import { PayrollTabs } from "./PayrollTabs.tsx";

/** Files of deductions, by employer and month. */
export function PayrollPage() {
  const texts = useTexts("loans");
  const language = useLanguage();
  const list: List<PayrollFileRow> = {
    name: "payroll_files",
    title: texts.payroll,
    lead: (
      <>
        <PayrollTabs />
        <p className="sub t-about">{texts.payrollLead}</p>
      </>
    ),
    actions: <MakeFile />,
    read: listRead(listPayrollFiles),
    firstSort: "-madeAt",
    rowId: ({ fileId }) => fileId,
    rowName: ({ reference }) => reference,
    filters: [
      { type: "text", key: "employer", label: texts.employer },
      { type: "text", key: "month", label: texts.month, isWhole: true },
    ],
    columns: [
      {
        key: "file",
        head: texts.file,
        onCard: "name",
        cell: ({ reference, madeBy }) => (
          <>
            <Reference value={reference} />
            <span className="meta t-under">{madeBy}</span>
          </>
        ),
      },
      { key: "employer", head: texts.employer, cell: ({ employer }) => employer },
      { key: "month", head: texts.month, cell: ({ month }) => <Day on={month} /> },
      {
        key: "lines",
        head: texts.lines,
        isFigure: true,
        cell: ({ lines }) => lines.toLocaleString("en-US"),
      },
      {
        key: "total",
        head: texts.total,
        isFigure: true,
        cell: ({ total }) => <Money amount={total} alwaysShown />,
      },
      {
        key: "madeAt",
        head: texts.madeAt,
        isSortable: true,
        cell: ({ madeAt }) => <DateText at={new Date(madeAt)} form="dayTime" language={language} />,
      },
    ],
    preview: (row, onClose) => <FilePreview row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function MakeFile() {
  const texts = useTexts("loans");
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState(() => ({
    employer: "",
    month: manilaMonth(new Date(serverNow())),
  }));
  if (!may("payroll.make")) return null;
  return (
    <>
      <Button small look="primary" onClick={() => setIsOpen(true)}>
        {texts.makeFile}
      </Button>
      {isOpen && (
        <EditDialog
          title={texts.makeFile}
          done={texts.fileMade}
          send={() => call(makePayrollFile, { body: asked })}
          onClose={() => setIsOpen(false)}
        >
          {(errorOf) => <EmployerFields value={asked} errorOf={errorOf} onChange={setAsked} />}
        </EditDialog>
      )}
    </>
  );
}

function FilePreview({ row, onClose }: { row: PayrollFileRow; onClose: () => void }) {
  const texts = useTexts("loans");
  const may = useMay();
  const [problem, setProblem] = useState("");
  const fetchFile = async () => {
    const failure = await download(getPayrollFile, { params: { fileId: row.fileId } });
    setProblem(failure === undefined ? "" : failureText(failure));
  };
  return (
    <PreviewPanel title={row.reference} reference={row.reference} onClose={onClose}>
      <div className="p-preview">
        <KeyValueList
          isTight
          rows={[
            { key: "employer", name: texts.employer, value: row.employer },
            { key: "month", name: texts.month, value: <Day on={row.month} /> },
            { key: "lines", name: texts.lines, value: row.lines.toLocaleString("en-US") },
            { key: "total", name: texts.total, value: <Money amount={row.total} alwaysShown /> },
            { key: "by", name: texts.madeBy, value: row.madeBy },
            { key: "hash", name: texts.hash, value: <code>{row.sha256}</code> },
          ]}
        />
        <p>
          <Link to={`${paths.payrollLines}?show=all&reference=${row.reference}`}>
            {texts.showLines}
          </Link>
        </p>
        {may("payroll.make") && (
          <div className="p-actions">
            <Button
              small
              look="primary"
              aria-label={texts.downloadOf(row.reference)}
              onClick={() => void fetchFile()}
            >
              <Download /> {texts.download}
            </Button>
          </div>
        )}
        {problem !== "" && <p role="alert">{problem}</p>}
      </div>
    </PreviewPanel>
  );
}
