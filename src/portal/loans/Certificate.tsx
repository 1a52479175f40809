import { getLoanCertificate } from "#contract/loanDebits.ts";
import { download } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { FileButton } from "#portal/shared/FileButton.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";

/** The certificate of a loan that is paid in full, as a PDF. */
export function Certificate({ loanNo }: { loanNo: string }) {
  const { certificate: texts } = useTexts("automaticDebit");
  const guid = useGuid();
  return (
    <Panel padded>
      <h2 className="side-title">{texts.title}</h2>
      <p className="meta">{texts.lead}</p>
      <FileButton
        look="primary"
        block
        pendingLabel={texts.preparing}
        ask={() => download(getLoanCertificate, { params: { guid, loanNo } })}
        failed={texts.failed}
      >
        {texts.open}
      </FileButton>
    </Panel>
  );
}
