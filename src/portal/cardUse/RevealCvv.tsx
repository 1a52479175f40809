import { CVV_SHOWN_SECONDS, revealCvv } from "#contract/cardSettings.ts";
import type { Failure } from "#contract/endpoint.ts";
import { deviceNow } from "#client/clock.ts";
import { NO_ANSWER, ownFailure } from "#client/failure.ts";
import { call } from "#portal/api/call.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { type TypedCode, useStepUp } from "#portal/otp/useStepUp.ts";
import { paths } from "#portal/paths.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { PauseNotice, useIsHeldBack } from "#portal/shared/PauseNotice.tsx";
import { useProblem } from "#portal/shared/useProblem.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { useState } from "react";
import { Link } from "react-router";
import { ShownCvv } from "./ShownCvv.tsx";

type Shown = { cvv: string; until: number };

/** A code by text, then the new CVV for 30 seconds. The issuer seals it to this page alone. */
export function RevealCvv({ accountNo, onBegin }: { accountNo: string; onBegin: () => void }) {
  const all = useTexts("cardUse");
  const texts = all.cvv;
  const [shown, setShown] = useState<Shown | "gone">();
  const { problem, tell, forget } = useProblem();

  function refuse(failure: Failure) {
    if (failure.code !== SESSION_ENDED) tell(failure);
  }

  async function reveal(code: TypedCode): Promise<Failure | undefined> {
    const opened = await fetchCvv(accountNo, code);
    if ("failure" in opened) return opened.failure;
    setShown({ cvv: opened.cvv, until: deviceNow() + CVV_SHOWN_SECONDS * 1000 });
    void readCardAnew();
    return undefined;
  }

  const stepUp = useStepUp(reveal, refuse);
  const isHeldBack = useIsHeldBack("passkey_removed_lately");
  if (shown === "gone") return <Gone />;
  if (shown !== undefined)
    return <ShownCvv cvv={shown.cvv} until={shown.until} onEnd={() => setShown("gone")} />;
  return (
    <Panel padded className="stack">
      <h2 className="tips-title">{texts.done}</h2>
      <p>{texts.doneLead}</p>
      {problem === "" && <PauseNotice holdsBack="passkey_removed_lately" />}
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      <div className="btnrow start">
        <Button
          look="primary"
          blocked={isHeldBack === true}
          pending={stepUp.isSending}
          pendingLabel={texts.sendingCode}
          onClick={() => {
            forget();
            // From here on the page stays at this step, whatever is read anew.
            onBegin();
            void stepUp.start({ kind: "reveal_cvv" }).then((failure) => failure && refuse(failure));
          }}
        >
          {texts.show}
        </Button>
        <Link className={buttonClass({ look: "quiet" })} to={paths.cardSettings}>
          {all.backToSettings}
        </Link>
      </div>
      <OtpDialog code={stepUp} approves={texts.approves} doing={texts.opening} />
    </Panel>
  );
}

/** Asks for the CVV with a key of this moment, and opens it. */
async function fetchCvv(
  accountNo: string,
  code: TypedCode,
): Promise<{ cvv: string } | { failure: Failure }> {
  try {
    // The cryptography comes with its first use.
    const { requestCvv } = await import("#contract/cvvReveal.ts");
    const request = await requestCvv();
    const answer = await call(revealCvv, { body: { public_key: request.publicKey, ...code } });
    if (!answer.status) return { failure: answer };
    return { cvv: await request.open(answer.result.sealed, accountNo) };
  } catch {
    return { failure: ownFailure(NO_ANSWER, undefined, crypto.randomUUID()) };
  }
}

function Gone() {
  const all = useTexts("cardUse");
  return (
    <Panel padded className="stack">
      <output className="cvv-gone">
        <b>{all.cvv.gone}</b> {all.cvv.goneLead}
      </output>
      <Link className={buttonClass({ look: "primary" })} to={paths.cardSettings}>
        {all.backToSettings}
      </Link>
    </Panel>
  );
}
