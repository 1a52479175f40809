import { brand } from "#brand";
import { formatPesos, parsePesos } from "#common/money.ts";
import type { FieldError } from "#contract/endpoint.ts";
import {
  OWN_TRANSFER_MAX_CENTAVOS,
  OWN_TRANSFER_MIN_CENTAVOS,
  type TransferSetup,
} from "#contract/transfers.ts";
import { online } from "#client/connection.ts";
import { paths } from "#portal/paths.ts";
import { PageHead } from "#portal/shared/PageHead.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { AmountField } from "#ui/AmountField.tsx";
import { Button, buttonClass } from "#ui/Button.tsx";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { coverAmounts, Money, useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { amountsHidden } from "#ui/preferences.ts";
import { SelectField } from "#ui/SelectField.tsx";
import { useStore } from "#ui/store.ts";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { type Draft, forgetOrder, keepOrder, makeOrder, type Order } from "./order.ts";
import { Reminders } from "./Reminders.tsx";

type Setup = TransferSetup & { eonAccount: NonNullable<TransferSetup["eonAccount"]> };
type Source = Setup["sourceAccounts"][number];

const KEEP_AFTER_MS = 400;

/** Step one: which account, how much. Rules and figures show while one types. */
export function OwnTransferForm(props: {
  setup: Setup;
  draft: Draft;
  errors: readonly FieldError[];
  isKept: boolean;
  onReview: (order: Order) => void;
}) {
  const texts = useTexts("transfer");
  const { setup } = props;
  const [draft, setDraft] = useState<Draft>(() => preselect(props.draft, setup.sourceAccounts));
  const amountText = useAmountText();
  const [serverErrors, setServerErrors] = useState(props.errors);
  const [isTried, setIsTried] = useState(props.errors.length > 0);
  const source = setup.sourceAccounts.find((each) => each.accountNumber === draft.sourceAccount);
  const errors = useErrors(draft, source, serverErrors);
  const { isKeeping, review } = useReview(draft, props.onReview);

  function change(part: Partial<Draft>) {
    setDraft({ ...draft, ...part });
    setServerErrors([]);
  }

  function submit(event: { preventDefault: () => void }) {
    event.preventDefault();
    setIsTried(true);
    const order = makeOrder(draft, setup.eonAccount.accountNo);
    if (order === undefined || errors.source !== undefined || errors.amount !== undefined) {
      document.querySelector<HTMLElement>(errors.source ? "#source" : "#amount")?.focus();
      return;
    }
    review(order);
  }

  return (
    <>
      <PageHead title={texts.title} before={<p className="step">{texts.step(1, 3)}</p>} />
      <div className="twocol">
        {setup.sourceAccounts.length === 0 ? (
          <NoAccounts />
        ) : (
          <form noValidate onSubmit={submit}>
            <Panel padded className="stack">
              {props.isKept && <Notice kind="info">{texts.keptAnswers}</Notice>}
              <DestinationChoice />
              <SourceField
                sources={setup.sourceAccounts}
                value={draft.sourceAccount}
                error={isTried ? errors.source : undefined}
                onChange={(sourceAccount) => change({ sourceAccount })}
              />
              <Destination setup={setup} />
              <AmountField
                id="amount"
                name="amount"
                label={texts.amount}
                hint={texts.loadLeft(amountText(setup.otherDetails.loadLimitLeft))}
                big
                value={draft.amount}
                error={isTried || isTooMuch(draft, source) ? errors.amount : undefined}
                onChange={(amount) => change({ amount })}
              />
              <Sums amount={parsePesos(draft.amount) ?? 0n} source={source} />
            </Panel>
            <Actions errors={errors} amount={parsePesos(draft.amount)} isPending={isKeeping} />
          </form>
        )}
        <Reminders text={setup.otherDetails.transferToVisaSpiel} />
      </div>
    </>
  );
}

function NoAccounts() {
  const texts = useTexts("transfer");
  return (
    <Panel>
      <EmptyState title={texts.noAccounts}>{texts.noAccountsMeaning}</EmptyState>
    </Panel>
  );
}

function preselect(draft: Draft, sources: readonly Source[]): Draft {
  const [only] = sources;
  return draft.sourceAccount === "" && sources.length === 1 && only !== undefined
    ? { ...draft, sourceAccount: only.accountNumber }
    : draft;
}

const isTooMuch = (draft: Draft, source: Source | undefined) =>
  source !== undefined && (parsePesos(draft.amount) ?? 0n) > source.withdrawableBalance;

/** What is wrong with each field now; the server's word stands until the field changes. */
function useErrors(draft: Draft, source: Source | undefined, fromServer: readonly FieldError[]) {
  const common = useTexts("common");
  const texts = useTexts("transfer");
  const amountText = useAmountText();
  const isHidden = useStore(amountsHidden);
  const said = (param: string) => {
    const text = fromServer.find((error) => error.param === param)?.msg;
    return text !== undefined && isHidden ? coverAmounts(text) : text;
  };
  const amount = parsePesos(draft.amount);
  const { errors } = texts;
  const amountError = () => {
    if (draft.amount === "") return common.required;
    if (amount === undefined || amount < OWN_TRANSFER_MIN_CENTAVOS) return errors.low;
    if (amount > OWN_TRANSFER_MAX_CENTAVOS) return errors.high;
    if (source !== undefined && amount > source.withdrawableBalance)
      return errors.notEnough(amountText(source.withdrawableBalance));
    return undefined;
  };
  return {
    source: said("source_account") ?? (source === undefined ? common.required : undefined),
    amount: said("amount") ?? said("destination_account") ?? amountError(),
  };
}

/**
 * What was typed survives a reload and a session that ran out. So does what is to be reviewed: it is
 * kept before it is shown.
 */
function useReview(draft: Draft, onReview: (order: Order) => void) {
  const [isKeeping, setIsKeeping] = useState(false);
  useEffect(() => {
    if (draft.amount === "" || isKeeping) return;
    const timer = setTimeout(() => void keepOrder({ phase: "typed", draft }), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, isKeeping]);
  return {
    isKeeping,
    review: (order: Order) => {
      setIsKeeping(true);
      void keepOrder({ phase: "reviewed", order }).finally(() => onReview(order));
    },
  };
}

function SourceField(props: {
  sources: readonly Source[];
  value: string;
  error: string | undefined;
  onChange: (accountNumber: string) => void;
}) {
  const texts = useTexts("transfer");
  const amountText = useAmountText();
  const chosen = props.sources.find(({ accountNumber }) => accountNumber === props.value);
  // The choice itself is cut off on a narrow screen.
  const hint =
    chosen === undefined
      ? {}
      : { hint: texts.chosenAccount(chosen.accountNumber, amountText(chosen.withdrawableBalance)) };
  return (
    <SelectField
      id="source"
      name="source_account"
      label={texts.from}
      {...hint}
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.target.value)}
    >
      <option value="" disabled>
        {texts.chooseAccount}
      </option>
      {props.sources.map((source) => (
        <option key={source.accountNumber} value={source.accountNumber}>
          {texts.accountChoice(
            source.name,
            source.accountNumber,
            amountText(source.withdrawableBalance),
          )}
        </option>
      ))}
    </SelectField>
  );
}

/** Where to: the one destination that is offered here. */
function DestinationChoice() {
  const texts = useTexts("transfer");
  return (
    <ChoiceCards
      legend={texts.to}
      name="to"
      value="1"
      choices={[
        {
          value: "1",
          title: texts.toOwnCard,
          detail: <span className="meta">{texts.toOwnCardDetail}</span>,
        },
      ]}
      onChange={() => undefined}
    />
  );
}

function Destination({ setup }: { setup: Setup }) {
  const texts = useTexts("transfer");
  return (
    <div>
      <p className="flabel">{texts.destination}</p>
      <div className="fromrow">
        <div>
          <b>{brand.cardDisplayName}</b>
          <span className="meta">{texts.cardAccount(setup.eonAccount.accountNo.slice(-4))}</span>
        </div>
        <div className="fromrow-balance">
          <span className="meta">{texts.available}</span>
          <b>
            <Money amount={setup.eonAccount.balance} />
          </b>
        </div>
      </div>
    </div>
  );
}

function Sums({ amount, source }: { amount: bigint; source: Source | undefined }) {
  const texts = useTexts("transfer");
  const left = source === undefined ? undefined : source.withdrawableBalance - amount;
  const leftRow: { key: string; name: ReactNode; value: ReactNode }[] =
    left === undefined || left < 0n
      ? []
      : [{ key: "left", name: texts.leftInAccount, value: <Money amount={left} /> }];
  return (
    <KeyValueList
      isTight
      rows={[
        { key: "fee", name: texts.fee, value: <Money amount={0n} alwaysShown /> },
        {
          key: "total",
          name: texts.total,
          value: <Money amount={amount} alwaysShown />,
          isTotal: true,
        },
        ...leftRow,
      ]}
    />
  );
}

function Actions(props: {
  errors: ReturnType<typeof useErrors>;
  amount: bigint | undefined;
  isPending: boolean;
}) {
  const { errors, amount, isPending } = props;
  const common = useTexts("common");
  const texts = useTexts("transfer");
  const navigate = useNavigate();
  const isOnline = useStore(online);
  const label =
    !errors.source && !errors.amount && amount !== undefined
      ? texts.transferAmount(formatPesos(amount))
      : texts.transferButton;
  return (
    <div className="btnrow start form-actions">
      <Button type="submit" look="primary" blocked={!isOnline} pending={isPending}>
        {isOnline ? label : common.offline.connectToTransfer}
      </Button>
      <Link
        className={buttonClass({ look: "quiet" })}
        to={paths.dashboard}
        onClick={(event) => {
          event.preventDefault();
          void forgetOrder().then(() => navigate(paths.dashboard));
        }}
      >
        {common.cancel}
      </Link>
    </div>
  );
}
