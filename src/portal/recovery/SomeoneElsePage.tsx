import { reportIntruder } from "#contract/freeze.ts";
import { joinedUsername } from "#portal/api/sessionState.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { call } from "#portal/api/call.ts";
import { frozenAnswer } from "#portal/api/freezeState.ts";
import { SignedOutHead } from "#portal/layout/SignedOutLayout.tsx";
import { paths } from "#portal/paths.ts";
import { RecoveryPage } from "./RecoveryPage.tsx";
import { useRecovery } from "./useRecovery.ts";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { SentForm } from "#portal/shared/forms.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { TextField } from "#ui/TextField.tsx";
import { Navigate, useNavigate } from "react-router";
import { askToFreezeWithPasskey } from "./askWithPasskey.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";
import "./recovery.css";

/** Somebody else is in the account: username or membership no., the code, and the account is frozen. */
export function SomeoneElsePage() {
  const texts = useTexts("frozen");
  const recovery = useTexts("recovery");
  const steps = useRecovery<"identifier">({
    stage: "freeze",
    initial: { identifier: joinedUsername.get() },
    check: (typed) => contractErrors(reportIntruder, { identifier: typed.identifier.trim() }),
    ask: ({ identifier }) => call(reportIntruder, { body: { identifier: identifier.trim() } }),
    onVerified: ({ frozen }) => frozenAnswer.set(frozen),
  });
  const { form } = steps;
  const navigate = useNavigate();
  return (
    <RecoveryPage
      stage="freeze"
      recovery={steps}
      renderSet={() => <Navigate to={paths.frozen} replace />}
    >
      <BackLink to={paths.login}>{recovery.backToLogin}</BackLink>
      <SignedOutHead title={texts.someoneElse} takesFocus />
      <p className="lead">{texts.someoneElseLead}</p>
      <SentForm
        form={form}
        label={texts.someoneElse}
        labels={{ identifier: recovery.identifier }}
        submit={recovery.next}
        sending={recovery.sending}
      >
        <TextField
          {...form.field("identifier")}
          label={recovery.identifier}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </SentForm>
      <h2 className="other-way">{texts.freezeByPasskeyTitle}</h2>
      <p className="sub">{texts.freezeByPasskeyBody}</p>
      <PasskeyButton
        label={texts.freezeByPasskey}
        ask={askToFreezeWithPasskey}
        onDone={({ result }) => {
          frozenAnswer.set(result);
          void navigate(paths.frozen, { replace: true });
        }}
      />
      <h2 className="other-way">{texts.noPhone}</h2>
      <p className="sub">{texts.noPhoneBody}</p>
      <CallUs />
    </RecoveryPage>
  );
}
