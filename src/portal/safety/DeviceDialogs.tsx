import {
  type Device,
  DEVICE_NAME_MAX,
  forgetDevice,
  renameDevice,
  signOutElsewhere,
} from "#contract/safety.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { call } from "#portal/api/call.ts";
import { readSafetyAnew } from "#portal/api/safetyReads.ts";
import { leave } from "#portal/api/session.ts";
import { endByHand } from "#portal/api/sessionEnd.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { TextField } from "#ui/TextField.tsx";
import { announce } from "#portal/shared/announce.ts";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { useLastUse } from "./useLastUse.ts";

type Of = { device: Device; name: string };

/** Removes a device once that is confirmed; the one at hand takes the member's session with it. */
export function RemoveDevice({ device, name }: Of) {
  const texts = useTexts("safety").devices;
  const lastUse = useLastUse(device);
  const guid = useGuid();
  const remove = async () => {
    const answer = await call(forgetDevice, { params: { guid, deviceId: device.id } });
    if (!answer.status) {
      showFailure(answer);
      return undefined;
    }
    if (answer.result.isThisSignedOut) {
      showToast({ kind: "ok", text: texts.removedThis });
      return leave();
    }
    announce(texts.removed(name));
    await readSafetyAnew();
    return undefined;
  };
  // The device at hand ends the session with it; any other leaves it as it is.
  const send = async () => {
    await (device.isThis ? endByHand(remove) : remove());
  };
  return (
    <Confirmed
      button={texts.remove}
      label={texts.removeOf(name)}
      title={texts.removeAsk(name)}
      which={lastUse}
      meaning={device.isThis ? texts.removeThisMeaning : texts.removeMeaning}
      doing={texts.removing}
      send={send}
    />
  );
}

/** Leaves this browser as the only one. */
export function SignOutElsewhere() {
  const texts = useTexts("safety").devices;
  const guid = useGuid();
  const send = async () => {
    const answer = await call(signOutElsewhere, { params: { guid } });
    if (!answer.status) return showFailure(answer);
    announce(texts.elsewhereDone(answer.result.forgotten));
    return readSafetyAnew();
  };
  return (
    <Confirmed
      button={texts.elsewhere}
      title={texts.elsewhereAsk}
      meaning={texts.elsewhereMeaning}
      doing={texts.elsewhereDoing}
      send={send}
    />
  );
}

/** A button that says what it will do before it does it. */
function Confirmed(props: {
  button: string;
  label?: string;
  title: string;
  /** Tells apart what has one name. */
  which?: string;
  meaning: string;
  doing: string;
  send: () => Promise<void>;
}) {
  const common = useTexts("common");
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  async function send() {
    setIsPending(true);
    await props.send();
    setIsPending(false);
    setIsOpen(false);
  }
  return (
    <>
      <Button small aria-label={props.label} onClick={() => setIsOpen(true)}>
        {props.button}
      </Button>
      {isOpen && (
        <Dialog title={props.title} onClose={() => setIsOpen(false)}>
          {props.which !== undefined && <p>{props.which}</p>}
          <p className="sub">{props.meaning}</p>
          <div className="btnrow">
            <Button
              look="danger"
              pending={isPending}
              pendingLabel={props.doing}
              onClick={() => void send()}
            >
              {props.button}
            </Button>
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** What the member calls a device. */
export function RenameDevice({ device, name }: Of) {
  const texts = useTexts("safety").devices;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button small look="quiet" aria-label={texts.renameOf(name)} onClick={() => setIsOpen(true)}>
        {texts.rename}
      </Button>
      {isOpen && <RenameDialog device={device} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RenameDialog({ device, name, onClose }: Of & { onClose: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("safety").devices;
  const guid = useGuid();
  const form = useForm<"name">({
    initial: { name: device.name },
    check: (values) => contractErrors(renameDevice, values),
    send: async (body) => {
      const answer = await call(renameDevice, { params: { guid, deviceId: device.id }, body });
      if (!answer.status) return answer;
      announce(texts.renamed);
      await readSafetyAnew();
      onClose();
      return undefined;
    },
  });
  return (
    <Dialog title={texts.renameOf(name)} onClose={onClose}>
      <SentForm
        form={form}
        label={texts.renameOf(name)}
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
          hint={texts.nameHint}
          autoComplete="off"
          maxLength={DEVICE_NAME_MAX}
        />
      </SentForm>
    </Dialog>
  );
}
