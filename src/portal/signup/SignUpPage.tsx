import { joinedUsername } from "#portal/api/sessionState.ts";
import type { Failure } from "#contract/endpoint.ts";
import { SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { OtpScreen } from "#portal/otp/OtpScreen.tsx";
import { paths } from "#portal/paths.ts";
import { useStep } from "#portal/shared/useStep.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { useNavigate } from "react-router";
import { NoMobileDialog } from "./NoMobileDialog.tsx";
import { SignUpForm } from "./SignUpForm.tsx";
import { useSignUp, verifySignUp } from "./useSignUp.ts";

type Code = Parameters<typeof verifySignUp>[0];

/** Create an account: the form, then the code that makes it. */
export function SignUpPage() {
  const texts = useTexts("signup");
  const otp = useTexts("otp");
  const navigate = useNavigate();
  const { step, goTo, back } = useStep(["form", "code"]);
  const { form, sent, keepCode, lacksMobile, closeDialog } = useSignUp(() => goTo("code"));

  async function verify(code: Code): Promise<Failure | undefined> {
    const failure = await verifySignUp(code);
    if (failure === undefined) {
      joinedUsername.set(form.values.username.trim());
      showToast({ kind: "ok", text: texts.created });
      void navigate(paths.login, { replace: true });
      return undefined;
    }
    if (!failure.errors.some(({ param }) => param in form.values)) return failure;
    // The code was right, and an answer of the form was not: it is mended there.
    back();
    form.refuse(failure);
    return undefined;
  }

  return (
    <SignedOutLayout>
      {step === "code" && sent !== undefined ? (
        <OtpScreen
          stage="signup"
          sent={sent}
          verify={verify}
          onCodeChange={keepCode}
          onBack={back}
          moreHelp={otp.helpCounter}
        />
      ) : (
        <SignUpForm form={form} />
      )}
      {lacksMobile && <NoMobileDialog onClose={closeDialog} />}
    </SignedOutLayout>
  );
}
