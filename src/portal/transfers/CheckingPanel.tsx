import { deviceNow, serverNow } from "#client/clock.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { paths } from "#portal/paths.ts";
import { PageHead } from "#client/PageHead.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Link } from "react-router";
import { toPayee } from "./forms.ts";
import { amountOf, type Order } from "./order.ts";
import { askAboutOrder, type Outcome, submitOrder } from "./submitOrder.ts";
import { useChecking } from "./useChecking.ts";

/** What an order was sent with. The code is gone after a reload. */
export type SentOrder = { pinId: string; pin: string | undefined; canGoUntil: number };

type Props =
  | {
      order: Order;
      sent: SentOrder;
      onAccepted: (outcome: Extract<Outcome, { name: "accepted" }>) => void;
      onAlreadyReceived: () => void;
      onNotSent: () => void;
    }
  | { order: undefined };

/** The order left and its answer did not come: we ask, the member need not and must not send again. */
export function CheckingPanel(props: Props) {
  const texts = useTexts("transfer");
  const receipt = useTexts("receipt");
  const shell = useTexts("shell");
  const hasHistory = useFeature("transactionHistory");
  return (
    <>
      <PageHead title={texts.checking.title} before={<p className="step">{texts.step(3, 3)}</p>} />
      <Panel padded className="stack checking">
        {props.order === undefined ? (
          <Notice kind="info">{texts.checking.alreadyReceived}</Notice>
        ) : (
          <Asking {...props} />
        )}
        <Link
          className={buttonClass({ look: "quiet" })}
          to={hasHistory ? paths.transactionHistory : paths.dashboard}
        >
          {hasHistory ? receipt.backToHistory : shell.toDashboard}
        </Link>
      </Panel>
    </>
  );
}

function Asking(props: Extract<Props, { order: Order }>) {
  const texts = useTexts("transfer");
  const { order, sent } = props;
  const { state, askNow } = useChecking(
    () => ask(order, sent),
    sent.canGoUntil,
    (outcome) => {
      if (outcome.name === "accepted") props.onAccepted(outcome);
      else if (outcome.name === "already_received") props.onAlreadyReceived();
      else props.onNotSent();
    },
  );
  return (
    <>
      <p className="bigamt">
        <Money amount={amountOf(order)} alwaysShown />
      </p>
      <p className="sub">{texts.checking.to(toPayee(order.intent, texts))}</p>
      <WhatIsKnown canGoUntil={sent.canGoUntil} isOver={state === "stopped"} />
      <Button
        block
        pending={state === "asking"}
        pendingLabel={texts.checking.asking}
        onClick={askNow}
      >
        {texts.checking.askNow}
      </Button>
    </>
  );
}

const ask = (order: Order, { pinId, pin, canGoUntil }: SentOrder): Promise<Outcome> =>
  pin === undefined
    ? askAboutOrder(order, { pinId, canGoUntil })
    : submitOrder(order, { pinId, pin, canGoUntil });

/** Until when it can still go out and we ask by ourselves; afterwards, what is certain then. */
function WhatIsKnown({ canGoUntil, isOver }: { canGoUntil: number; isOver: boolean }) {
  const { checking } = useTexts("transfer");
  const language = useLanguage();
  // The device's clock measures; the server's is the one to tell.
  const until = new Date(serverNow() + canGoUntil - deviceNow());
  const time = formatDate(until, "time", language);
  if (!isOver)
    return (
      <Notice kind="warn">
        <b>{checking.body}</b> {checking.until(time)} {checking.keepOpen}
      </Notice>
    );
  return (
    <Notice kind="warn" role="alert">
      <b>{checking.noAnswer}</b> {checking.over(time)} {checking.overNext}
    </Notice>
  );
}
