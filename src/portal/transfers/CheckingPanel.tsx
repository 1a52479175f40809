import { paths } from "#portal/paths.ts";
import { PageHead } from "#portal/shared/PageHead.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Link } from "react-router";
import { amountOf, type Order } from "./order.ts";
import { askAboutOrder, type Outcome, submitOrder } from "./submitOrder.ts";
import { useChecking } from "./useChecking.ts";

type Props =
  | {
      order: Order;
      pinId: string;
      pin: string | undefined;
      onAccepted: (outcome: Extract<Outcome, { name: "accepted" }>) => void;
      onAlreadyReceived: () => void;
      onNotSent: () => void;
    }
  | { order: undefined };

/** The order left and its answer did not come: we ask, the member need not and must not send again. */
export function CheckingPanel(props: Props) {
  const texts = useTexts("transfer");
  return (
    <>
      <PageHead title={texts.checking.title} before={<p className="step">{texts.step(3, 3)}</p>} />
      <Panel padded className="stack checking">
        {props.order === undefined ? (
          <Notice kind="info">{texts.checking.alreadyReceived}</Notice>
        ) : (
          <Asking {...props} />
        )}
        <Link className={buttonClass({ look: "quiet" })} to={paths.transactionHistory}>
          {texts.receipt.backToHistory}
        </Link>
      </Panel>
    </>
  );
}

function Asking(props: Extract<Props, { order: Order }>) {
  const texts = useTexts("transfer");
  const { order, pinId, pin } = props;
  const { isAsking, askNow } = useChecking(
    () => (pin === undefined ? askAboutOrder(order, pinId) : submitOrder(order, { pinId, pin })),
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
      <Notice kind="warn">
        <b>{texts.checking.body}</b> {texts.checking.keepOpen}
      </Notice>
      <Button block pending={isAsking} pendingLabel={texts.checking.asking} onClick={askNow}>
        {texts.checking.askNow}
      </Button>
    </>
  );
}
