import { call } from "#console/api/call.ts";
import { download } from "#console/api/call.ts";
import { meRead } from "#console/api/me.ts";
import { queryClient } from "#console/api/queries.ts";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { formatPesos } from "#common/money.ts";
import {
  assignLoanApplication,
  getDeskDisclosure,
  type LoanApplicationFile,
} from "#contract/staff/loans.ts";
import { Button } from "#ui/Button.tsx";
import { Checkbox } from "#ui/Checkbox.tsx";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  RequestDocuments,
  Assign,
  Cancel,
  Decline,
  Revise,
  SendBack,
  TakeDocuments,
  Verify,
} from "./DeskDialogs.tsx";
import { Assess, Propose } from "./FigureDialogs.tsx";

type Props = { file: LoanApplicationFile; onClose: () => void };

type Action = {
  name: Exclude<keyof LoanApplicationFile["may"], "take" | "seeDisclosure">;
  look: "primary" | "secondary" | "danger";
  dialog: (props: Props) => ReactNode;
};

/** In the order in which an application goes its way. */
const ACTIONS: readonly Action[] = [
  { name: "verify", look: "primary", dialog: Verify },
  { name: "takeDocuments", look: "primary", dialog: TakeDocuments },
  { name: "assess", look: "primary", dialog: Assess },
  { name: "propose", look: "primary", dialog: Propose },
  { name: "askApproval", look: "primary", dialog: RequestApproval },
  { name: "release", look: "primary", dialog: Release },
  { name: "askDocuments", look: "secondary", dialog: RequestDocuments },
  { name: "assign", look: "secondary", dialog: Assign },
  { name: "sendBack", look: "secondary", dialog: SendBack },
  { name: "revise", look: "secondary", dialog: Revise },
  { name: "cancel", look: "secondary", dialog: Cancel },
  { name: "decline", look: "danger", dialog: Decline },
];

/** What this person may do about the application as it stands; one dialog is open at a time. */
export function ApplicationActions({ file }: { file: LoanApplicationFile }) {
  const texts = useTexts("loans");
  const [open, setOpen] = useState<Action["name"]>();
  const allowed = ACTIONS.filter(({ name }) => file.may[name]);
  // Also of what was asked for in it, and may not be asked for again: it says so itself.
  const Dialog = ACTIONS.find(({ name }) => name === open)?.dialog;
  return (
    <div className="n-actions">
      {file.may.take && <Take applicationNo={file.applicationNo} />}
      {allowed.map(({ name, look }) => (
        <Button key={name} small look={look} onClick={() => setOpen(name)}>
          {texts[name]}
        </Button>
      ))}
      {file.may.seeDisclosure && <Disclosure applicationNo={file.applicationNo} />}
      {Dialog && <Dialog file={file} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function Take({ applicationNo }: { applicationNo: string }) {
  const texts = useTexts("loans");
  const { data: me } = useQuery(meRead());
  const [isPending, setIsPending] = useState(false);
  async function take(to: string) {
    setIsPending(true);
    const answer = await call(assignLoanApplication, { params: { applicationNo }, body: { to } });
    setIsPending(false);
    showToast(
      answer.status
        ? { kind: "ok", text: texts.taken }
        : { kind: "bad", text: failureText(answer) },
    );
    void queryClient.invalidateQueries();
  }
  if (me === undefined) return null;
  return (
    <Button small pending={isPending} onClick={() => void take(me.username)}>
      {texts.take}
    </Button>
  );
}

function Disclosure({ applicationNo }: { applicationNo: string }) {
  const texts = useTexts("loans");
  const open = async () => {
    const failure = await download(getDeskDisclosure, { params: { applicationNo } });
    if (failure !== undefined) showToast({ kind: "bad", text: failureText(failure) });
  };
  return (
    <Button small onClick={() => void open()}>
      <FileText /> {texts.openDisclosure}
    </Button>
  );
}

/** The approver sees these figures; another proposal makes the request stale. */
function RequestApproval({ file, onClose }: Props) {
  const texts = useTexts("loans");
  const { applicationNo, proposal } = file;
  if (proposal === null) return null;
  return (
    <RequestDialog
      title={texts.askApproval}
      kind="approve_loan"
      payload={() => ({ applicationNo, version: proposal.version })}
      changes={["loan_application", applicationNo]}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{texts.askApprovalBody(formatPesos(proposal.principal), proposal.months)}</p>
          {proposal.approversNeeded > 1 && <p>{texts.askApprovalTwo}</p>}
        </>
      )}
    </RequestDialog>
  );
}

function Release({ file, onClose }: Props) {
  const texts = useTexts("loans");
  const { applicationNo, offer } = file;
  if (offer === null) return null;
  return (
    <RequestDialog
      title={texts.release}
      kind="release_loan"
      required={["isNoteSigned", "isDeductionAuthorized"]}
      payload={(field) => ({
        applicationNo,
        isNoteSigned: field("isNoteSigned") !== "",
        isDeductionAuthorized: field("isDeductionAuthorized") !== "",
      })}
      changes={["loan_application", applicationNo]}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{texts.releaseBody(formatPesos(offer.netProceeds))}</p>
          <Checkbox id="note-signed" name="isNoteSigned" error={errors["isNoteSigned"]}>
            {texts.isNoteSigned}
          </Checkbox>
          <Checkbox
            id="deduction-authorized"
            name="isDeductionAuthorized"
            error={errors["isDeductionAuthorized"]}
          >
            {texts.isDeductionAuthorized}
          </Checkbox>
        </>
      )}
    </RequestDialog>
  );
}
