import { getLoanDisclosure } from "#contract/loans.ts";
import { download } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { FileButton } from "#portal/shared/FileButton.tsx";
import { useTexts } from "#portal/texts/texts.ts";

/** The disclosure statement of the newest offer as a PDF (R.A. 3765: the borrower keeps a copy). */
export function Disclosure({ applicationNo }: { applicationNo: string }) {
  const { offer } = useTexts("loanApplications");
  const guid = useGuid();
  return (
    <FileButton
      block
      pendingLabel={offer.preparing}
      ask={() => download(getLoanDisclosure, { params: { guid, applicationNo } })}
      failed={offer.downloadFailed}
    >
      {offer.disclosure}
    </FileButton>
  );
}
