import type { Failure } from "#contract/endpoint.ts";
import { waivePassword } from "#contract/members.ts";
import { call } from "#portal/api/call.ts";
import { agedPassword } from "#portal/api/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useStore } from "#ui/store.ts";
import { showToast } from "#ui/toasts.ts";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";

/**
 * A password older than a year: the one dialog that cannot be dismissed, only answered. Yes leads to
 * the form, and who leaves that without a new password is asked again. When the server lets it be
 * put off no longer, only Yes is left.
 */
export function AgedPasswordDialog() {
  const common = useTexts("common");
  const texts = useTexts("dashboard");
  const navigate = useNavigate();
  const guid = useGuid();
  const message = useStore(agedPassword);
  const [isWaiving, setIsWaiving] = useState(false);
  const [refused, setRefused] = useState<Failure>();
  const yes = useRef<HTMLButtonElement>(null);
  if (message === "") return null;

  async function waive() {
    setIsWaiving(true);
    const answer = await call(waivePassword, { params: { guid } });
    setIsWaiving(false);
    if (answer.status) {
      agedPassword.set("");
      showToast({ kind: "ok", text: texts.waived });
      return;
    }
    if (answer.code === "waive_limit") {
      setRefused(answer);
      // The button that was pressed is gone.
      yes.current?.focus();
    } else showFailure(answer);
  }

  return (
    <Dialog title={texts.agedTitle}>
      <p>{message}</p>
      <p>{texts.agedQuestion}</p>
      {refused !== undefined && (
        <Notice kind="warn" role="alert">
          {failureText(refused)}
        </Notice>
      )}
      <div className="btnrow">
        <Button ref={yes} look="primary" onClick={() => void navigate(paths.updatePassword)}>
          {common.yes}
        </Button>
        {refused === undefined && (
          <Button pending={isWaiving} pendingLabel={common.saving} onClick={() => void waive()}>
            {texts.agedNo}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
