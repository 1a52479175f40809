import { failureText } from "#console/texts/failureText.ts";
import "#console/parts/parts.css";
import { useTexts } from "#console/texts/texts.ts";
import { issueMemberCode } from "#contract/staff/memberActions.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { Button } from "#ui/Button.tsx";
import { Checkbox } from "#ui/Checkbox.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useId, useState } from "react";
import { Moment } from "./Moment.tsx";
import { useMemberAction } from "./useMemberAction.ts";

/** The first-time code for a member at the counter who has no online access yet: shown once. */
export function IssueCode({ file }: { file: MemberFile }) {
  const { code: texts } = useTexts("members");
  const [isOpen, setIsOpen] = useState(false);
  if (!file.may.issueCode || file.hasOnlineAccess) return null;
  return (
    <>
      <Button look="primary" onClick={() => setIsOpen(true)}>
        {texts.action}
      </Button>
      {isOpen && <CodeDialog file={file} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function CodeDialog({ file, onClose }: { file: MemberFile; onClose: () => void }) {
  const { code: texts } = useTexts("members");
  const common = useTexts("common");
  const boxId = useId();
  const [isChecked, setIsChecked] = useState(false);
  // Only here, and gone with the dialog.
  const [issued, setIssued] = useState<{ code: string; expiresAt: string }>();
  const [problem, setProblem] = useState<string>();
  const { memberGuid, firstTimeCodeUntil } = file;
  const { run, isPending, failure } = useMemberAction(issueMemberCode, memberGuid);
  const issue = async () => {
    const answer = await run({ params: { memberGuid }, body: { isIdentityChecked: true } });
    if (answer !== undefined) setIssued(answer.result);
  };
  if (issued !== undefined) {
    return (
      <Dialog title={texts.title} hasCross={false} onClose={onClose}>
        <div className="form-fields">
          <output className="m-code">{issued.code}</output>
          <p>
            {texts.once} {texts.until} <Moment at={issued.expiresAt} />.
          </p>
          <Button look="primary" block onClick={onClose}>
            {texts.done}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className="form-fields">
        <p>{texts.body}</p>
        {firstTimeCodeUntil !== null && (
          <Notice kind="info">
            {texts.inForce} <Moment at={firstTimeCodeUntil} />.
          </Notice>
        )}
        {failure && (
          <Notice kind="bad" role="alert">
            {failureText(failure)}
          </Notice>
        )}
        <Checkbox
          id={boxId}
          checked={isChecked}
          error={problem}
          onChange={(event) => {
            setIsChecked(event.currentTarget.checked);
            setProblem(undefined);
          }}
        >
          {texts.checked}
        </Checkbox>
        <div className="btnrow">
          <Button
            look="primary"
            pending={isPending}
            blocked={!isChecked}
            onBlockedPress={() => setProblem(texts.checkFirst)}
            pendingLabel={texts.issuing}
            onClick={() => void issue()}
          >
            {texts.issue}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}
