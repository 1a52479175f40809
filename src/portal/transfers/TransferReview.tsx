import { brand } from "#brand";
import { formatPesos } from "#common/money.ts";
import type { Failure, FieldError } from "#contract/endpoint.ts";
import type { TransferSetup } from "#contract/transfers.ts";
import { SESSION_ENDED } from "#portal/api/sessionEnd.ts";
import { online } from "#client/connection.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { PageHead } from "#portal/shared/PageHead.tsx";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { useStore } from "#ui/store.ts";
import { showToast } from "#ui/toasts.ts";
import { ChevronLeft } from "lucide-react";
import { useState } from "react";
import { amountOf, type Order } from "./order.ts";
import type { Outcome } from "./submitOrder.ts";
import { useCode } from "./useCode.ts";

type Props = {
  setup: TransferSetup;
  order: Order;
  /** The order comes from an earlier page. */
  isKept: boolean;
  onEdit: (errors: readonly FieldError[]) => void;
  onAccepted: (outcome: Extract<Outcome, { name: "accepted" }>) => void;
  onAlreadyReceived: () => void;
  onOpen: (pinId: string, pin: string) => void;
};

const FORM_FIELDS = ["amount", "source_account", "destination_account"];

/** Step two: everything once more, then the code that approves exactly this. */
export function TransferReview(props: Props) {
  const texts = useTexts("transfer");
  const otp = useTexts("otp");
  const { order } = props;
  const lastFour = order.destinationAccount.slice(-4);
  const [problem, setProblem] = useState("");

  const code = useCode(order, (outcome, used) => {
    switch (outcome.name) {
      case "accepted":
        return props.onAccepted(outcome);
      case "already_received":
        return props.onAlreadyReceived();
      case "open":
        return outcome.failure.code === SESSION_ENDED
          ? undefined
          : props.onOpen(used.pinId, used.pin);
      case "refused":
        refuse(outcome.failure);
        return showToast({ kind: "bad", text: texts.failed });
    }
  });

  function refuse(failure: Failure) {
    if (failure.code === SESSION_ENDED) return;
    const fieldErrors = failure.errors.filter(({ param }) => FORM_FIELDS.includes(param));
    if (fieldErrors.length > 0) {
      props.onEdit(fieldErrors);
      return;
    }
    setProblem(failureText(failure));
  }

  return (
    <>
      <PageHead
        title={texts.title}
        before={
          <>
            <button type="button" className="back" onClick={() => props.onEdit([])}>
              <ChevronLeft />
              {texts.review.back}
            </button>
            <p className="step">{texts.step(2, 3)}</p>
          </>
        }
        after={<p className="sub">{texts.review.lead}</p>}
      />
      <div className="twocol">
        <ReviewSheet setup={props.setup} order={order} />
        <Decision
          isKept={props.isKept}
          problem={problem}
          isPending={code.isSending}
          onTransfer={() => {
            setProblem("");
            void code.start().then((failure) => failure && refuse(failure));
          }}
          onEdit={() => props.onEdit([])}
        />
      </div>
      {code.dialog !== undefined && (
        <OtpDialog
          code={code}
          approves={otp.dialogApproves(formatPesos(amountOf(order)), texts.payee(lastFour))}
          doing={texts.transferring(formatPesos(amountOf(order)))}
        />
      )}
    </>
  );
}

/** What to look at once more, and the two ways on. */
function Decision(props: {
  isKept: boolean;
  problem: string;
  isPending: boolean;
  onTransfer: () => void;
  onEdit: () => void;
}) {
  const texts = useTexts("transfer");
  return (
    <aside className="stack" aria-label={texts.transferButton}>
      {props.isKept && <Notice kind="info">{texts.review.unfinished}</Notice>}
      {props.problem !== "" && (
        <Notice kind="bad" role="alert">
          <b>{props.problem}</b> {texts.nothingLeft}
        </Notice>
      )}
      <Notice kind="warn">
        <b>{texts.review.check}</b>
        {texts.review.checkRest}
      </Notice>
      <TransferButton isPending={props.isPending} onPress={props.onTransfer} />
      <Button block onClick={props.onEdit}>
        {texts.review.edit}
      </Button>
    </aside>
  );
}

function TransferButton({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
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
      {isOnline ? texts.transferButton : common.offline.connectToTransfer}
    </Button>
  );
}

function ReviewSheet({ setup, order }: { setup: TransferSetup; order: Order }) {
  const texts = useTexts("transfer");
  const { review } = texts;
  const source = setup.sourceAccounts.find((each) => each.accountNumber === order.sourceAccount);
  const amount = amountOf(order);
  return (
    <Panel>
      <div className="revtop">
        <p className="meta">{review.sending}</p>
        <p className="bigamt">
          <Money amount={amount} alwaysShown />
        </p>
        <p className="sub">
          {review.toWord} <b>{review.toCard(order.destinationAccount.slice(-4))}</b>
        </p>
      </div>
      <div className="sheet-rows">
        <KeyValueList
          rows={[
            {
              key: "from",
              name: review.from,
              value: `${source?.name ?? ""} ${order.sourceAccount}`.trim(),
            },
            { key: "to", name: review.to, value: brand.cardDisplayName },
            {
              key: "number",
              name: review.accountNumber,
              value: <span className="code">{grouped(order.destinationAccount)}</span>,
            },
            { key: "via", name: review.via, value: review.viaOwn },
            {
              key: "amount",
              name: review.amount,
              value: <Money amount={amount} alwaysShown />,
            },
            { key: "fee", name: texts.fee, value: <Money amount={0n} alwaysShown /> },
            {
              key: "total",
              name: texts.total,
              value: <Money amount={amount} alwaysShown />,
              isTotal: true,
            },
          ]}
        />
      </div>
    </Panel>
  );
}

/** '123456789012' -> '1234 5678 9012', so that it can be checked digit by digit. */
const grouped = (digits: string) => digits.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
