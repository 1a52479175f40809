import type { Failure } from "#contract/endpoint.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { manilaDate } from "#common/manila.ts";
import { failureOf } from "#client/queries.ts";
import { queryClient } from "#portal/api/queries.ts";
import {
  configRead,
  recentPayeesRead,
  recipientsRead,
  transferSetupRead,
} from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { profileState } from "#portal/api/sessionState.ts";
import { ForbiddenPage } from "#portal/layout/NoPage.tsx";
import { paths, transactionDetailsPath } from "#portal/paths.ts";
import { useBarText } from "#portal/shared/barText.ts";
import { whyNoTransfer } from "#portal/shared/cardStanding.ts";
import { useShownBalances } from "#portal/shared/shownSince.ts";
import { justMade } from "#portal/shared/justMade.ts";
import { useMayStay } from "#portal/shared/useMemberCard.ts";
import { PageHead } from "#client/PageHead.tsx";
import { type Asked, NotRead } from "#portal/shared/NotRead.tsx";
import { shortReference } from "#portal/shared/showFailure.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { texts as textsNow, useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useStore } from "#ui/store.ts";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { CheckingPanel } from "./CheckingPanel.tsx";
import { firstAnswer } from "./FirstAnswer.tsx";
import { firstStep, type Step } from "./firstStep.ts";
import { draftOf, isDestination } from "./forms.ts";
import { justSent } from "./justSent.ts";
import {
  type Destination,
  dropReviewed,
  findKeptOrder,
  keepOrder,
  type Kept,
  type Order,
} from "./order.ts";
import { type Setup, switchesOf } from "./setup.ts";
import type { Outcome } from "./submitOrder.ts";
import { TransferForm } from "./TransferForm.tsx";
import { TransferReview } from "./TransferReview.tsx";
import type { Unsent } from "./UnsentNotice.tsx";
import { useReviewEntry } from "./useReviewEntry.ts";
import "#portal/shared/sheet.css";
import "./transfers.css";

const LOOK_AGAIN_MS = 60_000;

/** Transfer Funds: to another bank, to another card, or from an own account to the own card. */
export function TransferFundsPage() {
  const asked = useAskedDestination();
  // Who comes for another destination finds what is kept now.
  return <Transfers key={asked} asked={asked} />;
}

function Transfers({ asked }: { asked: Destination | undefined }) {
  const profile = useStore(profileState);
  const kept = useKeptOrder();
  const { state } = useLocation();
  // What PESONET promises changes with the clock.
  const query = useQuery({ ...transferSetupRead(), refetchInterval: LOOK_AGAIN_MS });
  useShownBalances(query.dataUpdatedAt);
  const hasNoCardAccount =
    failureOf(query.error)?.code === "no_eon_account" || query.data?.eonAccount === null;
  const isWaitingForPeople = useIsWaitingForPeople();
  const { data: config } = useQuery(configRead());
  const navigate = useNavigate();
  const bar = profile && whyNoTransfer(profile);
  // An order that is under way is told of to its end, and a form is not taken from under the hands.
  const isWaitedFor = typeof kept === "object" && kept.phase === "submitted";
  const mayStay = useMayStay(profile && kept !== "looking" ? bar === undefined : undefined);
  const mayNot = mayStay !== true && bar !== undefined && !isWaitedFor;
  const barText = useBarText(mayNot ? bar : undefined);

  useEffect(() => {
    // What the profile says of the card comes first, whichever answer was the faster.
    if (profile === undefined || mayNot || !hasNoCardAccount) return;
    showToast({ kind: "bad", text: textsNow("transfer").noCardAccount });
    void navigate(paths.dashboard, { replace: true });
  }, [profile, hasNoCardAccount, mayNot, navigate]);

  if (mayNot && kept === "looking") return <Waiting />;
  if (mayNot) return <ForbiddenPage reason={barText} />;
  if (query.data === undefined && query.isError) return <LoadFailed query={query} />;
  const eonAccount = query.data?.eonAccount;
  if (
    query.data === undefined ||
    eonAccount === undefined ||
    eonAccount === null ||
    kept === "looking" ||
    isWaitingForPeople
  )
    return <Waiting />;
  const setup: Setup = { ...query.data, eonAccount, switches: switchesOf(config) };
  const first = firstStep(kept, { state, asked }, setup);
  return first === undefined ? (
    <ForbiddenPage reason={textsNow("shell").switchedOff} />
  ) : (
    <Steps setup={setup} first={first.step} unsent={first.unsent} />
  );
}

/** Who was paid before stands above the form: it comes with the form, or not at all. */
function useIsWaitingForPeople(): boolean {
  const guid = useGuid();
  const recents = useQuery(recentPayeesRead(guid));
  const saved = useQuery(recipientsRead(guid));
  return isAwaited(recents) || isAwaited(saved);
}

/** Who failed once is asked again by the form itself: waited for again, the form would come and go. */
const isAwaited = (query: { isLoading: boolean; errorUpdateCount: number }) =>
  query.isLoading && query.errorUpdateCount === 0;

/** The address says where to: '?to=own' comes from an account's or the card's own 'Transfer'. */
function useAskedDestination(): Destination | undefined {
  const [search] = useSearchParams();
  const to = search.get("to");
  return isDestination(to) ? to : undefined;
}

type Reviewing = Extract<Step, { name: "review" }>;

function Steps(props: { setup: Setup; first: Step; unsent: Order | undefined }) {
  const { setup } = props;
  const [step, setStep] = useState<Step>(props.first);
  const show = useShowReceipt();
  const isBusy = useRef(false);
  const entry = useReviewEntry(
    () => {
      if (step.name === "review") edit(step, undefined);
    },
    () => isBusy.current,
  );
  const finish = (order: Order) => (accepted: Accepted) => entry.leave(() => show(order, accepted));

  function edit({ order, isChosen }: Reviewing, refused: Failure | undefined) {
    const draft = draftOf(order);
    void keepOrder({ phase: "typed", draft });
    setStep({ name: "form", draft, refused, isKept: false, isChosen });
  }

  function review(order: Order, isKept: boolean, isChosen: boolean) {
    setStep({ name: "review", order, isKept, isChosen });
    entry.enter();
  }

  const { unsent, putAside } = useUnsent(props.unsent, (order) => review(order, true, false));
  useItsTop(step.name);
  switch (step.name) {
    case "form":
      return (
        <TransferForm
          setup={setup}
          draft={step.draft}
          refused={step.refused}
          isKept={step.isKept}
          isChosen={step.isChosen}
          unsent={unsent}
          onReview={(order, isChosen) => {
            putAside();
            review(order, false, isChosen);
          }}
        />
      );
    case "review":
      return (
        <TransferReview
          setup={setup}
          order={step.order}
          isKept={step.isKept}
          onEdit={(refused) => entry.leave(() => edit(step, refused))}
          onBusy={(isNow) => {
            isBusy.current = isNow;
          }}
          onAccepted={finish(step.order)}
          onAlreadyReceived={() => setStep({ name: "already_received" })}
          onOpen={(sent) => setStep({ name: "checking", order: step.order, sent })}
        />
      );
    case "checking":
      return (
        <CheckingPanel
          order={step.order}
          sent={step.sent}
          onAccepted={finish(step.order)}
          onAlreadyReceived={() => setStep({ name: "already_received" })}
          onNotSent={() =>
            setStep({ name: "review", order: step.order, isKept: true, isChosen: false })
          }
        />
      );
    case "already_received":
      return <CheckingPanel order={undefined} />;
  }
}

/** What was reviewed before and is offered beside the form, until it is gone on with, given up, or another is reviewed. */
function useUnsent(
  first: Order | undefined,
  review: (order: Order) => void,
): { unsent: Unsent | undefined; putAside: () => void } {
  const [order, setOrder] = useState(first);
  const putAside = () => setOrder(undefined);
  if (order === undefined) return { unsent: undefined, putAside };
  const unsent = {
    order,
    onGoOn: () => {
      putAside();
      void keepOrder({ phase: "reviewed", order });
      review(order);
    },
    onDiscard: () => {
      putAside();
      void dropReviewed(order);
    },
  };
  return { unsent, putAside };
}

/** A step is a screen of its own: it begins at its top, wherever the one before was scrolled to. */
function useItsTop(step: Step["name"]): void {
  useLayoutEffect(() => {
    scrollTo(0, 0);
  }, [step]);
}

type Accepted = Extract<Outcome, { name: "accepted" }>;

/** To the receipt, in place of the form: going back never leads to a form that was sent. */
function useShowReceipt() {
  const navigate = useNavigate();
  return ({ intent }: Order, { receipt, scheduleId, message }: Accepted) => {
    if (receipt === undefined) {
      justMade.set(scheduleId);
      void queryClient.invalidateQueries();
      void navigate(paths.schedules, { replace: true });
      return;
    }
    // To another bank a dialog says it; within our house the sheet, with the server's words (rows O09, P05).
    if (TRANSFER_KINDS[intent.kind].rail !== null) justSent.set(receipt);
    else firstAnswer.set({ refNo: receipt.refNo, text: message });
    void queryClient.invalidateQueries();
    void navigate(transactionDetailsPath(receipt.refNo, manilaDate(new Date(receipt.txnDate))), {
      replace: true,
      state: { isNew: true },
    });
  };
}

/** What an earlier page kept. It is looked for once. */
function useKeptOrder(): Kept | undefined | "looking" {
  const [kept, setKept] = useState<Kept | undefined | "looking">("looking");
  useEffect(() => {
    void findKeptOrder().then(setKept);
  }, []);
  return kept;
}

function LoadFailed({ query }: { query: Asked & { error: Error } }) {
  const texts = useTexts("transfer");
  const failure = failureOf(query.error);
  if (failure?.code === SESSION_ENDED || failure?.code === "no_eon_account") return null;
  return (
    <>
      <PageHead title={texts.title} />
      <Panel>
        <NotRead query={query} title={texts.setupFailed}>
          {failure?.httpStatus === 503 && failure.message !== ""
            ? failureText(failure)
            : texts.setupFailedMeaning(shortReference(failure))}
        </NotRead>
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
