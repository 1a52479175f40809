import { SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { OtpScreen } from "#portal/otp/OtpScreen.tsx";
import type { StageName } from "#portal/otp/stageMark.ts";
import { useTexts } from "#portal/texts/texts.ts";
import type { ReactNode } from "react";
import type { useRecovery } from "./useRecovery.ts";

/** A recovery's three steps; `children` is the first. */
export function RecoveryPage(props: {
  recovery: Omit<ReturnType<typeof useRecovery>, "form">;
  stage?: StageName;
  renderSet: (guid: string) => ReactNode;
  children: ReactNode;
}) {
  const otp = useTexts("otp");
  const { step, sent, guid, verify, keepCode, back } = props.recovery;
  return (
    <SignedOutLayout>
      {step === "identify" && props.children}
      {step === "code" && sent !== undefined && (
        <OtpScreen
          stage={props.stage ?? "recovery"}
          sent={sent}
          verify={verify}
          onCodeChange={keepCode}
          onBack={back}
          moreHelp={otp.helpRecovery}
        />
      )}
      {step === "set" && guid !== undefined && props.renderSet(guid)}
    </SignedOutLayout>
  );
}
