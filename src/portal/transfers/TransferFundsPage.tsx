import { cardStatusNumbers, displayStatus } from "#contract/cardStatus.ts";
import type { FieldError } from "#contract/endpoint.ts";
import { manilaDate } from "#common/manila.ts";
import { failureOf } from "#client/queries.ts";
import { queryClient } from "#portal/api/queries.ts";
import { transferSetupRead } from "#portal/api/reads.ts";
import { SESSION_ENDED } from "#portal/api/sessionEnd.ts";
import { profileState } from "#portal/api/sessionState.ts";
import { ForbiddenPage } from "#portal/layout/NoPage.tsx";
import { paths, transactionDetailsPath } from "#portal/paths.ts";
import { PageHead } from "#portal/shared/PageHead.tsx";
import { shortReference } from "#portal/shared/showFailure.ts";
import { texts as textsNow, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { ErrorState } from "#ui/EmptyState.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useStore } from "#ui/store.ts";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import { useNavigate } from "react-router";
import { CheckingPanel } from "./CheckingPanel.tsx";
import { type Draft, findKeptOrder, keepOrder, type Kept, type Order } from "./order.ts";
import { tellAccepted } from "./orderToast.ts";
import type { Outcome } from "./submitOrder.ts";
import { OwnTransferForm } from "./OwnTransferForm.tsx";
import { TransferReview } from "./TransferReview.tsx";
import { useReviewEntry } from "./useReviewEntry.ts";
import "./transfers.css";

/** Exactly one of these is on the screen. */
type Step =
  | { name: "form"; draft: Draft; errors: readonly FieldError[]; isKept: boolean }
  | { name: "review"; order: Order; isKept: boolean }
  /** Sent, and the answer is not known. `pin` is missing after a reload. */
  | { name: "checking"; order: Order; pinId: string; pin: string | undefined }
  | { name: "already_received" };

const EMPTY: Step = {
  name: "form",
  draft: { sourceAccount: "", amount: "" },
  errors: [],
  isKept: false,
};

/** Transfer Funds: from one of the member's accounts to the member's own card. */
export function TransferFundsPage() {
  const profile = useStore(profileState);
  const kept = useKeptOrder();
  const query = useQuery(transferSetupRead());
  const hasNoCardAccount =
    failureOf(query.error)?.code === "no_eon_account" || query.data?.eonAccount === null;
  const navigate = useNavigate();
  const mayNot =
    profile !== undefined &&
    displayStatus(profile.cardStatus, profile.persoCardStatus) !== cardStatusNumbers.active;

  useEffect(() => {
    // What the profile says of the card comes first, whichever answer was the faster.
    if (profile === undefined || mayNot || !hasNoCardAccount) return;
    showToast({ kind: "bad", text: textsNow("transfer").noCardAccount });
    void navigate(paths.dashboard, { replace: true });
  }, [profile, hasNoCardAccount, mayNot, navigate]);

  if (mayNot) return <ForbiddenPage />;
  if (query.data === undefined && query.isError)
    return <LoadFailed error={query.error} onAgain={() => void query.refetch()} />;
  const eonAccount = query.data?.eonAccount;
  if (
    query.data === undefined ||
    eonAccount === undefined ||
    eonAccount === null ||
    kept === "looking"
  )
    return <Waiting />;
  return <Steps setup={{ ...query.data, eonAccount }} first={firstStep(kept)} />;
}

type Setup = Parameters<typeof OwnTransferForm>[0]["setup"];

function Steps({ setup, first }: { setup: Setup; first: Step }) {
  const [step, setStep] = useState<Step>(first);
  const show = useShowReceipt();
  const entry = useReviewEntry(() => {
    if (step.name === "review") edit(step.order, []);
  });
  const finish = (accepted: Accepted) => entry.leave(() => show(accepted));

  function edit(order: Order, errors: readonly FieldError[]) {
    const draft = { sourceAccount: order.sourceAccount, amount: order.amount };
    void keepOrder({ phase: "typed", draft });
    setStep({ name: "form", draft, errors, isKept: false });
  }

  // A step is a screen of its own: it begins at its top, wherever the one before was scrolled to.
  useLayoutEffect(() => {
    scrollTo(0, 0);
  }, [step.name]);
  switch (step.name) {
    case "form":
      return (
        <OwnTransferForm
          setup={setup}
          draft={step.draft}
          errors={step.errors}
          isKept={step.isKept}
          onReview={(order) => {
            setStep({ name: "review", order, isKept: false });
            entry.enter();
          }}
        />
      );
    case "review":
      return (
        <TransferReview
          setup={setup}
          order={step.order}
          isKept={step.isKept}
          onEdit={(errors) => entry.leave(() => edit(step.order, errors))}
          onAccepted={finish}
          onAlreadyReceived={() => setStep({ name: "already_received" })}
          onOpen={(pinId, pin) => setStep({ name: "checking", order: step.order, pinId, pin })}
        />
      );
    case "checking":
      return (
        <CheckingPanel
          order={step.order}
          pinId={step.pinId}
          pin={step.pin}
          onAccepted={finish}
          onAlreadyReceived={() => setStep({ name: "already_received" })}
          onNotSent={() => setStep({ name: "review", order: step.order, isKept: true })}
        />
      );
    case "already_received":
      return <CheckingPanel order={undefined} />;
  }
}

type Accepted = Extract<Outcome, { name: "accepted" }>;

/** To the receipt, in place of the form: going back never leads to a form that was sent. */
function useShowReceipt() {
  const navigate = useNavigate();
  return ({ receipt, message }: Accepted) => {
    tellAccepted(message);
    void queryClient.invalidateQueries();
    void navigate(transactionDetailsPath(receipt.refNo, manilaDate(new Date(receipt.txnDate))), {
      replace: true,
      state: { isNew: true },
    });
  };
}

function firstStep(kept: Kept | undefined): Step {
  switch (kept?.phase) {
    case "typed":
      return { name: "form", draft: kept.draft, errors: [], isKept: true };
    case "reviewed":
      return { name: "review", order: kept.order, isKept: true };
    case "submitted":
      return { name: "checking", order: kept.order, pinId: kept.pinId, pin: undefined };
    case undefined:
      return EMPTY;
  }
}

/** What an earlier page kept. It is looked for once. */
function useKeptOrder(): Kept | undefined | "looking" {
  const [kept, setKept] = useState<Kept | undefined | "looking">("looking");
  useEffect(() => {
    void findKeptOrder().then(setKept);
  }, []);
  return kept;
}

function LoadFailed({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("transfer");
  const failure = failureOf(error);
  if (failure?.code === SESSION_ENDED || failure?.code === "no_eon_account") return null;
  return (
    <>
      <PageHead title={texts.title} />
      <Panel>
        <ErrorState
          title={texts.setupFailed}
          action={<Button onClick={onAgain}>{common.tryAgain}</Button>}
        >
          {texts.setupFailedMeaning(shortReference(failure))}
        </ErrorState>
      </Panel>
    </>
  );
}

function Waiting() {
  const texts = useTexts("transfer");
  return (
    <>
      <PageHead title={texts.title} before={<p className="step">{texts.step(1, 3)}</p>} />
      <Loading label={texts.loading}>
        <div className="twocol">
          <Panel padded>
            <Skeleton width="100%" height="20rem" />
          </Panel>
        </div>
      </Loading>
    </>
  );
}
