import { contractErrors } from "#client/form/contractErrors.ts";
import type { ReadField } from "#client/form/useNamedForm.ts";
import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { CodeField } from "#console/layout/CodeField.tsx";
import { FormDialog } from "#console/parts/FormDialog.tsx";
import { useNamedForm } from "#console/parts/forms.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import type { CreationOptions, Passkey, Registration } from "#contract/passkeys.ts";
import {
  addStaffPasskey,
  askForStaffPasskey,
  removeStaffPasskey,
  renameStaffPasskey,
} from "#contract/staff/passkeys.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { PasswordField } from "#ui/PasswordField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";

const NAME_MAX = 40;

const readAnew = () => queryClient.invalidateQueries({ queryKey: ["own-passkeys"] });

/** Has this device make a passkey, once password and code were shown again. */
export function AddPasskey() {
  const texts = useTexts("account").passkeys;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.add}</Button>
      {isOpen && <AddDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const account = useTexts("account");
  const texts = account.passkeys;
  const signIn = useTexts("signIn");
  const [problem, setProblem] = useState("");
  const bodyOf = (field: ReadField) => ({
    current_password: field("current_password"),
    code: field("code").replaceAll(/\s/g, ""),
  });
  const form = useNamedForm({
    required: ["name", "current_password", "code"],
    check: (field) => contractErrors(askForStaffPasskey, bodyOf(field)),
    send: async (field) => {
      setProblem("");
      const asked = await call(askForStaffPasskey, { body: bodyOf(field) });
      if (!asked.status) return asked;
      const { step, options } = asked.result;
      const registration = await makePasskey(options);
      if (typeof registration === "string") {
        setProblem(texts[registration]);
        return undefined;
      }
      const answer = await call(addStaffPasskey, {
        body: { step, name: field("name"), registration },
      });
      if (!answer.status) return answer;
      showToast({ kind: "ok", text: texts.isAdded });
      onClose();
      await readAnew();
      return undefined;
    },
  });
  const { errors } = form;
  return (
    <FormDialog
      title={texts.add}
      form={form}
      submit={{ label: texts.add, pendingLabel: texts.adding }}
      onClose={onClose}
    >
      {problem !== "" && (
        <Notice kind="warn" role="alert">
          {problem}
        </Notice>
      )}
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        name="name"
        defaultValue={texts.myDevice}
        maxLength={NAME_MAX}
        autoComplete="off"
        error={errors["name"]}
      />
      <PasswordField
        label={account.currentPassword}
        name="current_password"
        autoComplete="current-password"
        error={errors["current_password"]}
      />
      <CodeField label={signIn.code} hint={signIn.codeHint} error={errors["code"]} />
    </FormDialog>
  );
}

/** What the browser made; else the name of the words for why it did not. */
async function makePasskey(
  options: CreationOptions,
): Promise<Registration | "isHereAlready" | "notMade"> {
  try {
    const { startRegistration } = await import("@simplewebauthn/browser");
    const { id, rawId, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return {
      id,
      rawId,
      type: "public-key",
      response: { clientDataJSON, attestationObject, transports },
    };
  } catch (error) {
    const isKnown = error instanceof Error && error.name === "InvalidStateError";
    return isKnown ? "isHereAlready" : "notMade";
  }
}

/** What its owner calls a passkey. */
export function RenamePasskey({ passkey }: { passkey: Passkey }) {
  const texts = useTexts("account").passkeys;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button small aria-label={texts.renameOf(passkey.name)} onClick={() => setIsOpen(true)}>
        {texts.rename}
      </Button>
      {isOpen && <RenameDialog passkey={passkey} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const texts = useTexts("account").passkeys;
  const title = texts.renameOf(passkey.name);
  const bodyOf = (field: ReadField) => ({ name: field("name") });
  const form = useNamedForm({
    required: ["name"],
    check: (field) => contractErrors(renameStaffPasskey, bodyOf(field)),
    send: async (field) => {
      const params = { passkeyId: passkey.id };
      const answer = await call(renameStaffPasskey, { params, body: bodyOf(field) });
      if (!answer.status) return answer;
      onClose();
      await readAnew();
      return undefined;
    },
  });
  return (
    <FormDialog title={title} form={form} onClose={onClose}>
      <TextField
        label={texts.name}
        name="name"
        defaultValue={passkey.name}
        maxLength={NAME_MAX}
        autoComplete="off"
        error={form.errors["name"]}
      />
    </FormDialog>
  );
}

/** Removes a passkey, once confirmed. */
export function RemovePasskey({ passkey }: { passkey: Passkey }) {
  const texts = useTexts("account").passkeys;
  const common = useTexts("common");
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const title = texts.removeOf(passkey.name);
  async function remove() {
    setIsPending(true);
    setFailure(undefined);
    const answer = await call(removeStaffPasskey, { params: { passkeyId: passkey.id } });
    setIsPending(false);
    if (!answer.status) {
      setFailure(answer);
      return;
    }
    setIsOpen(false);
    showToast({ kind: "ok", text: texts.removed(passkey.name) });
    await readAnew();
  }
  return (
    <>
      <Button small aria-label={title} onClick={() => setIsOpen(true)}>
        {texts.remove}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={() => setIsOpen(false)}>
          <p>{texts.removeMeans}</p>
          {failure && (
            <Notice kind="bad" role="alert">
              {failureText(failure)}
            </Notice>
          )}
          <div className="btnrow">
            <Button
              look="danger"
              pending={isPending}
              pendingLabel={texts.removing}
              onClick={() => void remove()}
            >
              {texts.remove}
            </Button>
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
