import { download } from "#console/api/call.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { getDeskCertificate } from "#contract/staff/loanAccounts.ts";
import { Button } from "#ui/Button.tsx";

import { showToast } from "#ui/toasts.ts";
import { FileText } from "lucide-react";
import { useState } from "react";

/** The certificate of a loan that is paid in full, to be printed for its member. */
export function LoanCertificate({ loanNo }: { loanNo: string }) {
  const texts = useTexts("loans");
  const [isPending, setIsPending] = useState(false);
  async function open() {
    setIsPending(true);
    const failure = await download(getDeskCertificate, { params: { loanNo } });
    setIsPending(false);
    if (failure !== undefined) showToast({ kind: "bad", text: failureText(failure) });
  }
  return (
    <Button pending={isPending} onClick={() => void open()}>
      <FileText /> {texts.openCertificate}
    </Button>
  );
}
