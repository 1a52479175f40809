import { getLoanDisclosure } from "#contract/loans.ts";
import { download } from "#portal/api/call.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useState } from "react";

/** Why there is no document now, in words that help; everything else is that it did not come. */
const SAID_BY_SERVER: ReadonlySet<string> = new Set([
  "busy",
  "loan_statement_not_ready",
  "too_many_requests",
]);

/** The disclosure statement of the newest offer as a PDF (R.A. 3765: the borrower keeps a copy). */
export function Disclosure({ applicationNo }: { applicationNo: string }) {
  const { offer } = useTexts("loanApplications");
  const guid = useGuid();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState("");

  async function fetchFile() {
    setProblem("");
    setIsPending(true);
    const failure = await download(getLoanDisclosure, { params: { guid, applicationNo } });
    setIsPending(false);
    if (failure === undefined || failure.code === SESSION_ENDED) return;
    setProblem(
      SAID_BY_SERVER.has(failure.code ?? "") ? failureText(failure) : offer.downloadFailed,
    );
  }

  return (
    <>
      <Button
        block
        pending={isPending}
        pendingLabel={offer.preparing}
        onClick={() => void fetchFile()}
      >
        {offer.disclosure}
      </Button>
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
    </>
  );
}
