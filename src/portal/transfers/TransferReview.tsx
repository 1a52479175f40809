import { formatPesos } from "#common/money.ts";
import type { Failure } from "#contract/endpoint.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { online } from "#client/connection.ts";
import { useStanding } from "#client/useStanding.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { PageHead } from "#client/PageHead.tsx";
import type { OtpTexts } from "#portal/texts/en/otp.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useStore } from "#ui/store.ts";
import { showToast } from "#ui/toasts.ts";
import { ChevronLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FailureDialog } from "./FailureDialog.tsx";
import { formOf, toPayee } from "./forms.ts";
import { amountOf, codeOf, type Intent, type Order } from "./order.ts";
import { PayeeKnown } from "./PayeeKnown.tsx";
import { useKnowing } from "./useKnowing.ts";
import { ReviewSheet } from "./ReviewSheet.tsx";
import { feeOf, type Setup } from "./setup.ts";
import { SentBefore } from "./SentBefore.tsx";
import { placeOf } from "./source.ts";
import type { Outcome, UsedCode } from "./submitOrder.ts";
import { readFigures, useCode } from "./useCode.ts";

type Props = {
  setup: Setup;
  order: Order;
  /** The order comes from an earlier page. */
  isKept: boolean;
  /** Back to the form, with what the server said about its fields. */
  onEdit: (refused: Failure | undefined) => void;
  /** From now on a code is checked and the order done, and nobody may leave; or no longer. */
  onBusy: (isNow: boolean) => void;
  onAccepted: (outcome: Extract<Outcome, { name: "accepted" }>) => void;
  onAlreadyReceived: () => void;
  onOpen: (used: UsedCode) => void;
};

/** Step two: everything once more, then the code that approves exactly this. */
export function TransferReview(props: Props) {
  const texts = useTexts("transfer");
  const { order, setup, onBusy } = props;
  const { refuse, problem, reason, isFailed, close } = useRefusal(props);
  const fee = feeOf(setup, order.intent.kind, codeOf(order.intent));
  const code = useApproval(props, fee, refuse);
  const knowing = useKnowing(order.intent);
  useTold(code.isBusy, onBusy);
  // While a code is being sent its answer may lead to the form as well, with what it says of the fields.
  const edit = () => {
    if (!code.isSending) props.onEdit(undefined);
  };
  const amount = formatPesos(amountOf(order));
  return (
    <>
      <PageHead
        title={texts.title}
        before={
          <div className="back-row">
            <button
              type="button"
              className="back"
              aria-disabled={code.isSending || undefined}
              onClick={edit}
            >
              <ChevronLeft />
              {texts.review.back}
            </button>
            <p className="step">{texts.step(2, 3)}</p>
          </div>
        }
        after={
          <p className="sub">
            {isScheduled(order.intent) ? texts.review.leadScheduled : texts.review.lead}
          </p>
        }
      />
      <div className="twocol">
        <div className="stack">
          {props.isKept && <Notice kind="info">{texts.review.unfinished}</Notice>}
          <ReviewSheet setup={setup} order={order} holder={knowing.holder}>
            <PayeeKnown setup={setup} intent={order.intent} knowing={knowing} />
            <SentBefore order={order} />
          </ReviewSheet>
        </div>
        <Decision
          intent={order.intent}
          problem={isFailed ? undefined : problem}
          isPending={code.isSending || knowing.isSettling}
          onTransfer={() => {
            close();
            void knowing
              .settle()
              .then((mayGo) => (mayGo ? code.start() : undefined))
              .then((failure) => failure && refuse(failure, false));
          }}
          onEdit={edit}
        />
      </div>
      <OtpDialog
        code={code}
        approves={useApproves(order, fee)}
        doing={texts.transferring(amount)}
      />
      {isFailed && <FailureDialog intent={order.intent} reason={reason} onClose={close} />}
    </>
  );
}

/** Whether nothing of it goes now. */
const isScheduled = ({ repeats }: Intent): boolean => repeats !== undefined;

/** What approves the order, and where its end leads. */
function useApproval(
  props: Props,
  fee: bigint,
  refuse: (failure: Failure, isOrder: boolean) => void,
) {
  return useCode(
    { order: props.order, fee },
    (outcome, used) => {
      switch (outcome.name) {
        case "accepted":
          return props.onAccepted(outcome);
        case "already_received":
          return props.onAlreadyReceived();
        case "open":
          return outcome.failure.code === SESSION_ENDED ? undefined : props.onOpen(used);
        case "refused":
          return refuse(outcome.failure, true);
      }
    },
    (failure) => refuse(failure, false),
  );
}

/** What the payee gets and, where there is one, the fee: as the text with the code says it. */
/** What the code approves; of what goes again and again, how often. */
function useApproves(order: Order, fee: bigint): string {
  const otp = useTexts("otp");
  const texts = useTexts("transfer");
  const schedules = useTexts("schedules");
  const once = otp.dialogApproves(sumText(order, fee, otp), toPayee(order.intent, texts));
  const { repeats } = order.intent;
  return repeats === undefined || repeats === "once"
    ? once
    : `${once} ${schedules.choices[repeats]}.`;
}

function sumText(order: Order, fee: bigint, { dialogSum }: OtpTexts): string {
  const amount = formatPesos(amountOf(order));
  if (fee === 0n) return amount;
  return dialogSum(amount, formatPesos(fee), formatPesos(amountOf(order) + fee));
}

/** Tells whether it is, and that it is not when the review goes. */
function useTold(is: boolean, tell: (is: boolean) => void) {
  useEffect(() => {
    tell(is);
    return () => tell(false);
  }, [is, tell]);
}

/**
 * What the server refused: on the fields it is about, back at the form; else here. `isOrder`: it was the
 * transfer itself, of which the dialog of row O10 speaks.
 */
function useRefusal({ order, onEdit }: Props) {
  const texts = useTexts("transfer");
  const [problem, setProblem] = useState<Problem>();
  const [isFailed, setIsFailed] = useState(false);
  function refuse(failure: Failure, isOrder: boolean) {
    if (failure.code === SESSION_ENDED) return;
    readFigures(failure);
    const names: string[] = [...formOf(order.intent.kind).fields, "destination_account"];
    if (failure.errors.some(({ param }) => names.includes(param))) {
      if (isOrder) showToast({ kind: "bad", text: texts.failed });
      onEdit(failure);
      return;
    }
    setProblem({ failure });
    setIsFailed(isOrder);
  }
  const reason = problem === undefined ? "" : failureText(problem.failure);
  return { refuse, problem, reason, isFailed, close: () => setIsFailed(false) };
}

/** What was said against the order; another one each time that it is said. */
type Problem = { failure: Failure };

/** What to look at once more, and the two ways on. */
function Decision(props: {
  intent: Intent;
  problem: Problem | undefined;
  isPending: boolean;
  onTransfer: () => void;
  onEdit: () => void;
}) {
  const texts = useTexts("transfer");
  const { shop, review } = texts;
  const { first, rest } =
    codeOf(props.intent) === "" ? review.checks[props.intent.kind] : shop.check;
  const said = useRef<HTMLDivElement>(null);
  const against = useStanding(props.problem?.failure);
  // The button is always in view, what stood against it may lie below the screen: after each press it is shown.
  useEffect(() => {
    if (props.problem !== undefined) said.current?.scrollIntoView({ block: "center" });
  }, [props.problem]);
  const label = isScheduled(props.intent) ? texts.review.schedule : texts.transferButton;
  return (
    <aside className="stack decision" aria-label={label}>
      {against !== undefined && (
        <div ref={said}>
          <Notice kind="bad" role="alert">
            <b>{failureText(against)}</b> {texts.nothingLeft[placeOf(props.intent)]}
          </Notice>
        </div>
      )}
      <Notice kind="warn">
        <b>{first}</b>
        {rest}
      </Notice>
      <div className="decide">
        <TransferButton label={label} isPending={props.isPending} onPress={props.onTransfer} />
      </div>
      <Button block blocked={props.isPending} onClick={props.onEdit}>
        {texts.review.edit}
      </Button>
    </aside>
  );
}

function TransferButton(props: { label: string; isPending: boolean; onPress: () => void }) {
  const { label, isPending, onPress } = props;
  const common = useTexts("common");
  const texts = useTexts("transfer");
  const isOnline = useStore(online);
  return (
    <Button
      look="primary"
      block
      blocked={!isOnline}
      pending={isPending}
      pendingLabel={texts.review.sendingCode}
      onClick={onPress}
    >
      {isOnline ? label : common.offline.connectToTransfer}
    </Button>
  );
}
