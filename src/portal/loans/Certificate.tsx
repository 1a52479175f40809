import { getLoanCertificate } from "#contract/loanDebits.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { download } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { useState } from "react";

/** The certificate of a loan that is paid in full, as a PDF. */
export function Certificate({ loanNo }: { loanNo: string }) {
  const { certificate: texts } = useTexts("automaticDebit");
  const guid = useGuid();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState("");

  async function fetchFile() {
    setProblem("");
    setIsPending(true);
    const failure = await download(getLoanCertificate, { params: { guid, loanNo } });
    setIsPending(false);
    if (failure === undefined || failure.code === SESSION_ENDED) return;
    setProblem(failure.code === "busy" ? failureText(failure) : texts.failed);
  }

  return (
    <Panel padded>
      <h2 className="side-title">{texts.title}</h2>
      <p className="meta">{texts.lead}</p>
      <Button
        look="primary"
        block
        pending={isPending}
        pendingLabel={texts.preparing}
        onClick={() => void fetchFile()}
      >
        {texts.open}
      </Button>
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
    </Panel>
  );
}
