import type { Failure } from "#contract/endpoint.ts";
import {
  addPasskey,
  askForPasskey,
  type Passkey,
  removePasskey,
  renamePasskey,
} from "#contract/passkeys.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { call } from "#portal/api/call.ts";
import { readPasskeysAnew } from "#portal/api/passkeyReads.ts";
import { readSafetyAnew } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { type TypedCode, useStepUp } from "#portal/otp/useStepUp.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { TextField } from "#ui/TextField.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useState } from "react";

const NAME_MAX = 40;

async function readAnew(): Promise<void> {
  await Promise.all([readPasskeysAnew(), readSafetyAnew()]);
}

/** Has this device make a passkey, once a code or another passkey has approved it. */
export function AddPasskey() {
  const texts = useTexts("safety").passkeys;
  const guid = useGuid();
  const [problem, setProblem] = useState("");
  const stepUp = useStepUp(make, showFailure);

  async function make(code: TypedCode): Promise<Failure | undefined> {
    const params = { guid };
    const asked = await call(askForPasskey, { params, body: { pinId: code.pinId } });
    if (!asked.status) return asked;
    const made = await import("@simplewebauthn/browser")
      .then(({ startRegistration }) => startRegistration({ optionsJSON: asked.result }))
      .catch(nameOfError);
    if (typeof made === "string") {
      setProblem(made === "InvalidStateError" ? texts.isHereAlready : texts.notMade);
      return undefined;
    }
    const { id, rawId, response } = made;
    const { clientDataJSON, attestationObject, transports = [] } = response;
    const registration = {
      id,
      rawId,
      type: "public-key" as const,
      response: { clientDataJSON, attestationObject, transports },
    };
    const body = { ...code, name: texts.thisDevice(navigator.userAgent), registration };
    const answer = await call(addPasskey, { params, body });
    if (!answer.status) return answer;
    announce(texts.addedNow);
    await readAnew();
    return undefined;
  }

  async function start() {
    setProblem("");
    const failure = await stepUp.start({ kind: "add_passkey" });
    if (failure !== undefined) showFailure(failure);
  }

  return (
    <>
      {problem !== "" && (
        <Notice kind="warn" role="alert">
          {problem}
        </Notice>
      )}
      <Button small pending={stepUp.isSending} onClick={() => void start()}>
        {texts.add}
      </Button>
      <OtpDialog code={stepUp} approves={texts.addApproves} doing={texts.adding} />
    </>
  );
}

const nameOfError = (error: unknown): string => (error instanceof Error ? error.name : "");

/** Removes a passkey, once a code or a passkey has approved just that. */
export function RemovePasskey({ passkey }: { passkey: Passkey }) {
  const texts = useTexts("safety").passkeys;
  const guid = useGuid();
  const { id, name } = passkey;
  const stepUp = useStepUp(async (code) => {
    const answer = await call(removePasskey, { params: { guid, id }, body: code });
    if (!answer.status) return answer;
    announce(texts.removed(name));
    await readAnew();
    return undefined;
  }, showFailure);
  async function start() {
    const failure = await stepUp.start({ kind: "remove_passkey", passkey: id });
    if (failure !== undefined) showFailure(failure);
  }
  return (
    <>
      <Button
        small
        aria-label={texts.removeOf(name)}
        pending={stepUp.isSending}
        onClick={() => void start()}
      >
        {texts.remove}
      </Button>
      <OtpDialog code={stepUp} approves={texts.removeApproves(name)} doing={texts.removing} />
    </>
  );
}

/** What the member calls a passkey. */
export function RenamePasskey({ passkey }: { passkey: Passkey }) {
  const texts = useTexts("safety").passkeys;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        small
        look="quiet"
        aria-label={texts.renameOf(passkey.name)}
        onClick={() => setIsOpen(true)}
      >
        {texts.rename}
      </Button>
      {isOpen && <RenameDialog passkey={passkey} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("safety").passkeys;
  const guid = useGuid();
  const form = useForm<"name">({
    initial: { name: passkey.name },
    check: (values) => contractErrors(renamePasskey, values),
    send: async (body) => {
      const answer = await call(renamePasskey, { params: { guid, id: passkey.id }, body });
      if (!answer.status) return answer;
      announce(texts.renamed);
      await readPasskeysAnew();
      onClose();
      return undefined;
    },
  });
  return (
    <Dialog title={texts.renameOf(passkey.name)} onClose={onClose}>
      <SentForm
        form={form}
        label={texts.renameOf(passkey.name)}
        labels={{ name: texts.name }}
        submit={texts.save}
        sending={texts.saving}
        isBlock={false}
        actions={
          <Button look="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
        }
      >
        <TextField
          {...form.field("name")}
          label={texts.name}
          autoComplete="off"
          maxLength={NAME_MAX}
        />
      </SentForm>
    </Dialog>
  );
}
