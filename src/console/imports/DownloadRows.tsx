import { download } from "#console/api/call.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { exportImportRows, type RowVerdict } from "#contract/staff/imports.ts";
import { Button } from "#ui/Button.tsx";
import { useState } from "react";

/** The rows that show, all pages of them, as a file for a spreadsheet. */
export function DownloadRows(props: { importGuid: string; verdict: RowVerdict | undefined }) {
  const texts = useTexts("imports");
  const { importGuid, verdict } = props;
  const [problem, setProblem] = useState("");
  const [isPending, setIsPending] = useState(false);
  const fetchFile = async () => {
    setIsPending(true);
    const query = verdict === undefined ? {} : { verdict };
    const failure = await download(exportImportRows, { params: { importGuid }, query });
    setIsPending(false);
    setProblem(failure === undefined ? "" : failureText(failure));
  };
  return (
    <div>
      <Button small pending={isPending} onClick={() => void fetchFile()}>
        {texts.download}
      </Button>
      {problem !== "" && <p role="alert">{problem}</p>}
    </div>
  );
}
