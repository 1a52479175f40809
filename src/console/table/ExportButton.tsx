import { JobProgress } from "#console/parts/JobProgress.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import { Button } from "#ui/Button.tsx";
import { showToast } from "#ui/toasts.ts";
import { Download } from "lucide-react";
import { useState } from "react";

/** Makes a file of the whole filtered list and says how much of it has come. */
export function ExportButton(props: {
  fetchFile: (onBytes: (bytes: number) => void) => Promise<Failure | undefined>;
}) {
  const texts = useTexts("table");
  const [bytes, setBytes] = useState<number>();
  const fetchFile = async () => {
    if (bytes !== undefined) return;
    setBytes(0);
    const failure = await props.fetchFile(setBytes);
    setBytes(undefined);
    showToast(
      failure === undefined
        ? { kind: "ok", text: texts.exported }
        : { kind: "bad", text: failureText(failure) },
    );
  };
  return (
    <>
      {bytes !== undefined && (
        <JobProgress label={texts.export} text={texts.exporting(sizeText(bytes))} />
      )}
      <Button
        small
        pending={bytes !== undefined}
        pendingLabel={texts.exporting(sizeText(bytes ?? 0))}
        onClick={() => void fetchFile()}
      >
        <Download /> {texts.export}
      </Button>
    </>
  );
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} KB`
    : `${(Math.round(bytes / 100_000) / 10).toLocaleString("en-US")} MB`;
}
