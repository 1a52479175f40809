import { call } from "#console/api/call.ts";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { useTexts } from "#console/texts/texts.ts";
import {
  type ApplicationDetails,
  resetCardActivation,
  withdrawCardApplication,
} from "#contract/staff/cards.ts";
import { NOT_MADE_CAUSES } from "#contract/staff/requestPayloads.ts";
import { takeBackCardKit } from "#contract/staff/cardStock.ts";
import { SelectField } from "#ui/SelectField.tsx";
import { ActionDialog, ReasonField } from "./ActionDialog.tsx";
import { Actions } from "./Actions.tsx";
import { ReleaseDialog } from "./ReleaseDialog.tsx";

/** What this clerk may do about the application as it stands. */
export function ApplicationActions({ application }: { application: ApplicationDetails }) {
  const texts = useTexts("cards");
  const of = (onClose: () => void) => ({ application, onClose });
  const all = [
    {
      name: "release",
      look: "primary",
      dialog: (onClose: () => void) => <ReleaseDialog {...of(onClose)} />,
    },
    { name: "reset", look: "primary", dialog: (onClose: () => void) => <Reset {...of(onClose)} /> },
    {
      name: "takeBack",
      look: "primary",
      dialog: (onClose: () => void) => <TakeBack kitId={application.kitId} onClose={onClose} />,
    },
    {
      name: "notMade",
      look: "secondary",
      dialog: (onClose: () => void) => <NotMade {...of(onClose)} />,
    },
    {
      name: "withdraw",
      look: "secondary",
      dialog: (onClose: () => void) => <Withdraw {...of(onClose)} />,
    },
  ] as const;
  const allowed = all.filter(({ name }) => application.may[name]);
  return <Actions actions={allowed.map((action) => ({ ...action, label: texts[action.name] }))} />;
}

type Props = { application: ApplicationDetails; onClose: () => void };

function Withdraw({ application: { id: applicationId }, onClose }: Props) {
  const texts = useTexts("cards");
  return (
    <ActionDialog
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
    </ActionDialog>
  );
}

function Reset({ application: { id: applicationId }, onClose }: Props) {
  const texts = useTexts("cards");
  return (
    <ActionDialog
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
    </ActionDialog>
  );
}

/** For a card that never came to its office: a second person decides, as the fee goes back. */
function NotMade({ application: { memberGuid }, onClose }: Props) {
  const texts = useTexts("cards");
  const asks = useTexts("asks");
  return (
    <RequestDialog
      title={texts.notMade}
      kind="card_not_made"
      required={["cause"]}
      payload={(field) => ({ memberGuid, cause: field("cause") })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{asks.notMade.body}</p>
          <SelectField label={asks.notMade.cause} name="cause" error={errors["cause"]}>
            <option value="">{asks.choose}</option>
            {NOT_MADE_CAUSES.map((cause) => (
              <option key={cause} value={cause}>
                {asks.notMade.causes[cause]}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </RequestDialog>
  );
}

/** For plastic that nobody came for. */
export function TakeBack({ kitId, onClose }: { kitId: string; onClose: () => void }) {
  const texts = useTexts("cards");
  return (
    <ActionDialog
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
    </ActionDialog>
  );
}
