import { verifyOtp } from "#contract/auth.ts";
import type { Failure } from "#contract/endpoint.ts";
import { memberNumberField } from "#contract/identity.ts";
import { agreedFields, signUp } from "#contract/signUp.ts";
import { call } from "#portal/api/call.ts";
import { deviceNow } from "#client/clock.ts";
import { type SentCode, sentNow } from "#portal/otp/sentCode.ts";
import { useKeptStage } from "#portal/otp/useKeptStage.ts";
import { contractErrors, mismatch } from "#client/form/contractErrors.ts";
import type { Values } from "#client/form/useForm.ts";
import { useForm } from "#portal/shared/forms.tsx";
import { useState } from "react";

export type SignUpField =
  | typeof memberNumberField
  | "username"
  | "password"
  | "confirm_password"
  | "agreement";

type Typed = Values<SignUpField>;

const EMPTY: Typed = {
  [memberNumberField]: "",
  username: "",
  password: "",
  confirm_password: "",
  agreement: "false",
};

/** The form of a sign-up and the code that was sent for it. */
export function useSignUp(onSent: () => void) {
  // After a reload it is not known what was typed.
  const [sent, setSent] = useState<{ code: SentCode; typed: Typed | undefined }>();
  useKeptStage("signup", (code) => setSent((now) => now ?? { code, typed: undefined }));
  const [lacksMobile, setLacksMobile] = useState(false);

  async function send(typed: Typed): Promise<Failure | undefined> {
    // Back and on again with the same answers: the code on its way is still the one to type.
    const isSame = sent !== undefined && sent.code.tooOldAt > deviceNow() && sent.typed === typed;
    if (!isSame) {
      const answer = await call(signUp, { body: { ...typed, ...agreedFields } });
      if (!answer.status) {
        if (answer.code !== "mobile_missing") return answer;
        setLacksMobile(true);
        return undefined;
      }
      setSent({ code: sentNow(answer.result), typed });
    }
    onSent();
    return undefined;
  }

  const form = useForm<SignUpField>({
    initial: EMPTY,
    check: (typed) => ({
      ...contractErrors(signUp, { ...agreedFields, ...typed }),
      ...(typed.password === "" ? {} : mismatch(typed.password, typed.confirm_password)),
    }),
    send,
  });

  return {
    form,
    sent: sent?.code,
    keepCode: (code: SentCode) => setSent((before) => before && { ...before, code }),
    lacksMobile,
    closeDialog: () => setLacksMobile(false),
  };
}

/** The code of a sign-up makes the account; undefined when it did. */
export async function verifySignUp(code: {
  memberGuid: string;
  pinId: string;
  pin: string;
}): Promise<Failure | undefined> {
  const answer = await call(verifyOtp, { body: code });
  return answer.status ? undefined : answer;
}
