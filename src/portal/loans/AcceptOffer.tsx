import { formatPesos, toDecimal } from "#common/money.ts";
import type { Failure } from "#contract/endpoint.ts";
import { acceptLoanOffer, type LoanOffer } from "#contract/loans.ts";
import { online } from "#client/connection.ts";
import { isLost } from "#client/failure.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { type TypedCode, useStepUp } from "#portal/otp/useStepUp.ts";
import { PauseNotice, useIsHeldBack } from "#portal/shared/PauseNotice.tsx";
import { useProblem } from "#portal/shared/useProblem.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useStore } from "#ui/store.ts";
import { announce } from "#portal/shared/announce.ts";

/** Accepts exactly these figures with a code. Sent again after a lost answer it is accepted once. */
export function AcceptOffer({ offer: made }: { offer: LoanOffer }) {
  const { offer } = useTexts("loanApplications");
  const isOnline = useStore(online);
  const { stepUp, problem, start } = useAcceptance(made);
  const isHeldBack = useIsHeldBack("passkey_removed_lately");
  return (
    <>
      <p className="meta">{offer.read}</p>
      {problem === "" && <PauseNotice holdsBack="passkey_removed_lately" />}
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      <Button
        look="primary"
        block
        blocked={!isOnline || isHeldBack === true}
        pending={stepUp.isSending}
        pendingLabel={offer.sendingCode}
        onClick={() => void start()}
      >
        {isOnline ? offer.accept : offer.offline}
      </Button>
      <OtpDialog
        code={stepUp}
        approves={offer.approves(formatPesos(made.netProceeds), made.months)}
        doing={offer.accepting}
      />
    </>
  );
}

function useAcceptance(made: LoanOffer) {
  const { offer } = useTexts("loanApplications");
  const guid = useGuid();
  const { problem, tell, forget } = useProblem();
  const { applicationNo, version } = made;

  async function accept(code: TypedCode): Promise<Failure | undefined> {
    const answer = await call(acceptLoanOffer, {
      params: { guid, applicationNo },
      body: { version, ...code },
    });
    if (!answer.status) return answer;
    announce(offer.done);
    await queryClient.invalidateQueries();
    // How it stands now, and what comes next, is said at the head of the page.
    scrollTo(0, 0);
    return undefined;
  }

  function refuse(failure: Failure) {
    if (failure.code === SESSION_ENDED) return;
    tell(failure, isLost(failure) ? offer.noAnswer : undefined);
    // What it was about may have changed: the page shows how it stands now.
    void queryClient.invalidateQueries();
  }

  const stepUp = useStepUp(accept, refuse);
  return {
    stepUp,
    problem,
    start: async () => {
      forget();
      const failure = await stepUp.start({
        kind: "accept_loan",
        applicationNo,
        version: String(version),
        principal: toDecimal(made.principal),
        months: String(made.months),
        netProceeds: toDecimal(made.netProceeds),
      });
      if (failure !== undefined) refuse(failure);
    },
  };
}
