import { call } from "#console/api/call.ts";
import { useTexts } from "#console/texts/texts.ts";
import {
  type ApplicationDetails,
  resetCardActivation,
  withdrawCardApplication,
} from "#contract/staff/cards.ts";
import { takeBackCardKit } from "#contract/staff/cardStock.ts";
import { Button } from "#ui/Button.tsx";
import { useState } from "react";
import { DeedDialog, ReasonField } from "./DeedDialog.tsx";
import { ReleaseDialog } from "./ReleaseDialog.tsx";

type Deed = "withdraw" | "reset" | "release" | "takeBack";

/** What this clerk may do about the application as it stands. */
export function ApplicationDeeds({ application }: { application: ApplicationDetails }) {
  const texts = useTexts("cards");
  const [open, setOpen] = useState<Deed>();
  const { may } = application;
  const close = () => setOpen(undefined);
  const shown = (["release", "reset", "takeBack", "withdraw"] as const).filter((deed) => may[deed]);
  if (shown.length === 0) return null;
  return (
    <div className="k-deeds">
      {shown.map((deed) => (
        <Button
          key={deed}
          small
          look={deed === "withdraw" ? "secondary" : "primary"}
          onClick={() => setOpen(deed)}
        >
          {texts[deed]}
        </Button>
      ))}
      {open === "release" && <ReleaseDialog application={application} onClose={close} />}
      {open === "withdraw" && <Withdraw application={application} onClose={close} />}
      {open === "reset" && <Reset application={application} onClose={close} />}
      {open === "takeBack" && <TakeBack kitId={application.kitId} onClose={close} />}
    </div>
  );
}

type Props = { application: ApplicationDetails; onClose: () => void };

function Withdraw({ application: { id: applicationId }, onClose }: Props) {
  const texts = useTexts("cards");
  return (
    <DeedDialog
      title={texts.withdraw}
      body={texts.withdrawBody}
      action={texts.withdraw}
      pending={texts.withdrawing}
      done={texts.withdrawn}
      isDangerous
      required={["reason"]}
      send={(field) =>
        call(withdrawCardApplication, {
          params: { applicationId },
          body: { reason: field("reason") },
        })
      }
      onClose={onClose}
    >
      {(errors) => <ReasonField error={errors["reason"]} />}
    </DeedDialog>
  );
}

function Reset({ application: { id: applicationId }, onClose }: Props) {
  const texts = useTexts("cards");
  return (
    <DeedDialog
      title={texts.reset}
      body={texts.resetBody}
      action={texts.reset}
      pending={texts.resetting}
      done={texts.wasReset}
      required={["reason"]}
      send={(field) =>
        call(resetCardActivation, {
          params: { applicationId },
          body: { reason: field("reason") },
        })
      }
      onClose={onClose}
    >
      {(errors) => <ReasonField error={errors["reason"]} />}
    </DeedDialog>
  );
}

/** For plastic that nobody came for. */
export function TakeBack({ kitId, onClose }: { kitId: string; onClose: () => void }) {
  const texts = useTexts("cards");
  return (
    <DeedDialog
      title={texts.takeBack}
      body={texts.takeBackBody}
      action={texts.takeBack}
      pending={texts.takingBack}
      done={texts.takenBack}
      required={["reason"]}
      send={(field) =>
        call(takeBackCardKit, { params: { kitId }, body: { reason: field("reason") } })
      }
      onClose={onClose}
    >
      {(errors) => <ReasonField error={errors["reason"]} />}
    </DeedDialog>
  );
}
