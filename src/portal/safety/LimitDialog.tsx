import { parsePesos } from "#common/money.ts";
import { LIMIT_SPANS, NEW_PAYEE, type OwnLimit } from "#contract/ownLimits.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { SentForm } from "#portal/shared/forms.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { AmountField } from "#ui/AmountField.tsx";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import type { Limited } from "./limited.ts";
import { useLimitForm } from "./useLimitForm.ts";

type LimitForm = ReturnType<typeof useLimitForm>;

/** Changes one limit: of what is given, or of the one that is chosen among several. */
export function LimitDialog(props: { among: readonly Limited[]; onClose: () => void }) {
  const texts = useTexts("ownLimits");
  const common = useTexts("common");
  const limit = useLimitForm(props);
  if (limit.stepUp.isOpen) return <Code limit={limit} />;
  const { form, now } = limit;
  const [only] = props.among.length === 1 ? props.among : [];
  return (
    <Dialog
      title={only === undefined ? texts.addPayee : texts.dialogTitle(only.name)}
      onClose={props.onClose}
    >
      <SentForm
        form={form}
        className="stack"
        labels={{ limit: texts.recipient, span: texts.which, amount: texts.amount }}
        submit={texts.save}
        sending={texts.saving}
        actions={
          now !== undefined &&
          now.amount !== null && (
            <Button pending={limit.stepUp.isSending} onClick={() => void limit.remove()}>
              {texts.remove}
            </Button>
          )
        }
      >
        {only === undefined && (
          <SelectField label={texts.recipient} {...form.field("limit")}>
            <option value="">{texts.choose}</option>
            {props.among.map(({ limit: name, name: shown }) => (
              <option key={name} value={name}>
                {shown}
              </option>
            ))}
          </SelectField>
        )}
        <WhichAndHowMuch limit={limit} />
        <p className="meta">{texts.higher}</p>
      </SentForm>
      <Button look="quiet" block onClick={props.onClose}>
        {common.cancel}
      </Button>
    </Dialog>
  );
}

function WhichAndHowMuch({ limit: { form, chosen, now } }: { limit: LimitForm }) {
  const texts = useTexts("ownLimits");
  const spans = LIMIT_SPANS.filter((span) => chosen?.of[span] !== undefined);
  const { value, error, onBlur } = form.field("amount");
  return (
    <>
      {spans.length > 1 && (
        <SelectField label={texts.which} {...form.field("span")}>
          {spans.map((span) => (
            <option key={span} value={span}>
              {texts.spans[span]}
            </option>
          ))}
        </SelectField>
      )}
      <AmountField
        id="amount"
        name="amount"
        label={texts.amount}
        hint={<Hint now={now} zero={isOfNewPayee(chosen) ? texts.newPayee.zero : texts.zero} />}
        value={value}
        error={error}
        onChange={(amount) => form.change("amount", amount)}
        onBlur={onBlur}
      />
    </>
  );
}

/** What holds now, what the house allows, and what zero means. */
function Hint({ now, zero }: { now: OwnLimit | undefined; zero: string }) {
  const texts = useTexts("ownLimits");
  const amountText = useAmountText();
  const amount = now?.amount ?? null;
  const ceiling = now?.ceiling ?? null;
  return (
    <>
      {amount === null ? texts.nowNone : texts.now(amountText(amount))}{" "}
      {ceiling !== null && `${texts.ceiling(amountText(ceiling))} `}
      {zero}
    </>
  );
}

const isOfNewPayee = (chosen: Limited | undefined) => chosen?.limit === NEW_PAYEE;

function Code({ limit: { stepUp, chosen, wanted } }: { limit: LimitForm }) {
  const texts = useTexts("ownLimits");
  const amountText = useAmountText();
  const name = chosen?.name ?? "";
  const of = wanted === undefined || isOfNewPayee(chosen) ? [] : [texts.spans[wanted.span]];
  const what = [name, ...of].join(", ");
  const to = parsePesos(wanted?.amount ?? "");
  return (
    <OtpDialog
      code={stepUp}
      approves={to === undefined ? texts.approvesNone(what) : texts.approves(what, amountText(to))}
      doing={texts.saving}
    />
  );
}
