import { toDecimal } from "#common/money.ts";
import { setPurchaseTexts } from "#contract/cardSettings.ts";
import type { CardDetails } from "#contract/members.ts";
import { call } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { AmountField } from "#ui/AmountField.tsx";
import { Button } from "#ui/Button.tsx";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Money } from "#ui/Money.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useState } from "react";

type Choice = "from" | "off";

/** From which amount on the member is texted about a purchase: what stands, in words. */
export function PurchaseTextsValue({ from }: { from: CardDetails["purchaseTextFrom"] }) {
  const texts = useTexts("cardUse").purchaseTexts;
  if (from === null) return <b>{texts.never}</b>;
  if (from === 0n) return <b>{texts.every}</b>;
  return (
    <>
      {texts.fromWord}{" "}
      <b>
        <Money amount={from} />
      </b>
    </>
  );
}

/** Changes it, whatever the state of the card. */
export function ChangePurchaseTexts({ from }: { from: CardDetails["purchaseTextFrom"] }) {
  const use = useTexts("cardUse");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        small
        aria-label={use.changeOf(use.purchaseTexts.name)}
        onClick={() => setIsOpen(true)}
      >
        {use.change}
      </Button>
      {isOpen && <ChangeDialog from={from} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** What is offered first, once it was off. */
const DEFAULT_FROM = 1_000_00n;

function ChangeDialog(props: { from: CardDetails["purchaseTextFrom"]; onClose: () => void }) {
  const { from, onClose } = props;
  const common = useTexts("common");
  const texts = useTexts("cardUse").purchaseTexts;
  const guid = useGuid();
  const [choice, setChoice] = useState<Choice>(from === null ? "off" : "from");
  const form = useForm<"text_from">({
    initial: { text_from: toDecimal(from ?? DEFAULT_FROM) },
    check: ({ text_from }) =>
      choice === "off" ? {} : contractErrors(setPurchaseTexts, { text_from }),
    send: async ({ text_from }) => {
      const body = { text_from: choice === "off" ? null : text_from };
      const answer = await call(setPurchaseTexts, { params: { guid }, body });
      if (!answer.status) return answer;
      announce(texts.saved);
      await readCardAnew();
      onClose();
      return undefined;
    },
  });
  const field = form.field("text_from");
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className="stack">
        <p className="sub">{texts.lead}</p>
        <SentForm
          form={form}
          label={texts.title}
          labels={{ text_from: texts.amount }}
          submit={texts.save}
          sending={texts.saving}
          isBlock={false}
          actions={
            <Button look="quiet" onClick={onClose}>
              {common.cancel}
            </Button>
          }
        >
          <div className="stack">
            <ChoiceCards
              legend={texts.when}
              name="when"
              value={choice}
              choices={[
                { value: "from", title: texts.fromAmount },
                { value: "off", title: texts.never },
              ]}
              onChange={setChoice}
            />
            {choice === "from" && (
              <AmountField
                id={field.id}
                name={field.name}
                label={texts.amount}
                hint={texts.hint}
                value={field.value}
                error={field.error}
                onChange={(amount) => form.change("text_from", amount)}
                onBlur={field.onBlur}
              />
            )}
          </div>
        </SentForm>
      </div>
    </Dialog>
  );
}
