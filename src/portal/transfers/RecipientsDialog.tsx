import {
  forgetRecipient,
  type Recipient,
  renameRecipient,
  NICKNAME_MAX,
} from "#contract/recipients.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { besides, keepFocus } from "#ui/keepFocus.ts";
import { TextField } from "#ui/TextField.tsx";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { groupedDigits } from "./payee.tsx";
import { nameOf } from "./recipientNames.ts";

type Action = { name: "rename" | "forget"; id: string } | undefined;

/** Everybody who is kept: to choose, to call otherwise, to forget. */
export function RecipientsDialog(props: {
  recipients: readonly Recipient[];
  onChoose: (recipient: Recipient) => void;
  onClose: () => void;
}) {
  const texts = useTexts("recipients");
  const [action, setAction] = useState<Action>();
  const done = () => setAction(undefined);
  return (
    <Dialog title={texts.dialogTitle} onClose={props.onClose}>
      {props.recipients.length === 0 && <p className="sub">{texts.nobody}</p>}
      <ul className="recipients">
        {props.recipients.map((recipient) => (
          <li key={recipient.id}>
            {action?.id === recipient.id ? (
              <InPlace>
                {action.name === "rename" ? (
                  <Rename recipient={recipient} onDone={done} />
                ) : (
                  <Forget recipient={recipient} onDone={done} />
                )}
              </InPlace>
            ) : (
              <Row recipient={recipient} onChoose={props.onChoose} onAction={setAction} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** In the place of the row whose button was pressed: takes the focus over, and leaves it in the row. */
function InPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const near = besides(place.current);
    (place.current?.querySelector("input") ?? place.current)?.focus();
    return () => keepFocus(near);
  }, []);
  return (
    <div ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}

function Row(props: {
  recipient: Recipient;
  onChoose: (recipient: Recipient) => void;
  onAction: (action: Action) => void;
}) {
  const texts = useTexts("recipients");
  const { recipient } = props;
  const name = nameOf(recipient);
  return (
    <>
      <div>
        <b>{name}</b>
        {recipient.nickname !== "" && <span className="meta">{recipient.accountName}</span>}
        <span className="meta">
          {recipient.bankName}{" "}
          <span className="code">{groupedDigits(recipient.accountNumber)}</span>
        </span>
      </div>
      <div className="btnrow start">
        <Button small aria-label={texts.useOf(name)} onClick={() => props.onChoose(recipient)}>
          {texts.use}
        </Button>
        <Button
          small
          look="quiet"
          aria-label={texts.renameOf(name)}
          onClick={() => props.onAction({ name: "rename", id: recipient.id })}
        >
          {texts.rename}
        </Button>
        <Button
          small
          look="quiet"
          aria-label={texts.forgetOf(name)}
          onClick={() => props.onAction({ name: "forget", id: recipient.id })}
        >
          {texts.forget}
        </Button>
      </div>
    </>
  );
}

function Rename({ recipient, onDone }: { recipient: Recipient; onDone: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("recipients");
  const guid = useGuid();
  const form = useForm({
    initial: { nickname: recipient.nickname },
    check: (values) => contractErrors(renameRecipient, values),
    send: async (body) => {
      const answer = await call(renameRecipient, { params: { guid, id: recipient.id }, body });
      if (!answer.status) return answer;
      await queryClient.invalidateQueries({ queryKey: ["recipients"] });
      onDone();
      return undefined;
    },
    tell: showFailure,
  });
  return (
    <SentForm form={form} className="stack">
      <TextField
        label={texts.nickname}
        hint={recipient.accountName}
        {...form.field("nickname")}
        autoComplete="off"
        maxLength={NICKNAME_MAX}
        optional
      />
      <div className="btnrow start">
        <Button type="submit" small pending={form.isPending}>
          {texts.save}
        </Button>
        <Button small look="quiet" onClick={onDone}>
          {common.cancel}
        </Button>
      </div>
    </SentForm>
  );
}

function Forget({ recipient, onDone }: { recipient: Recipient; onDone: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("recipients");
  const params = { guid: useGuid(), id: recipient.id };
  const [isPending, setIsPending] = useState(false);
  async function forget() {
    setIsPending(true);
    const answer = await call(forgetRecipient, { params });
    if (answer.status) await queryClient.invalidateQueries({ queryKey: ["recipients"] });
    setIsPending(false);
    if (answer.status) onDone();
    else showFailure(answer);
  }
  return (
    <div className="stack" role="alert">
      <p>
        <b>{texts.forgetAsk(nameOf(recipient))}</b> {texts.forgetMeaning}
      </p>
      <div className="btnrow start">
        <Button small look="danger" pending={isPending} onClick={() => void forget()}>
          {texts.forget}
        </Button>
        <Button small look="quiet" onClick={onDone}>
          {common.cancel}
        </Button>
      </div>
    </div>
  );
}
