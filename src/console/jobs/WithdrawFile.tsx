import { ReferenceIn } from "#ui/Reference.tsx";
import { useMay } from "#console/api/me.ts";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { ExceptionRow } from "#contract/staff/jobs.ts";
import { Button } from "#ui/Button.tsx";
import { useState } from "react";

/** Whether an exception is about a file of ours, and not about a transfer. */
export function isAboutFile({ source, reason }: ExceptionRow): boolean {
  return source === "transfer" && reason === "file_reused";
}

/** Asks for a PESONet file to be withdrawn in whose place the clearing house has another. */
export function WithdrawFile({ of: { reference } }: { of: ExceptionRow }) {
  const texts = useTexts("jobs");
  const may = useMay();
  const [isAsking, setIsAsking] = useState(false);
  if (!may("request.withdraw_pesonet_file")) return null;
  return (
    <>
      <Button look="danger" onClick={() => setIsAsking(true)}>
        {texts.withdrawFile}
      </Button>
      {isAsking && (
        <RequestDialog
          title={texts.withdrawFile}
          kind="withdraw_pesonet_file"
          payload={() => ({ messageId: reference })}
          changes={["list", "exceptions"]}
          onClose={() => setIsAsking(false)}
        >
          {() => (
            <p>
              <ReferenceIn text={texts.withdrawFileBody(reference)} value={reference} />
            </p>
          )}
        </RequestDialog>
      )}
    </>
  );
}
