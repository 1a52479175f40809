import { texts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";

/** After another code was asked for: that it comes, or that the one that came before is still the one. */
export function tellSent({ sentBefore }: { sentBefore?: boolean | undefined }): void {
  const otp = texts("otp");
  showToast({ kind: "ok", text: sentBefore === true ? otp.sentBefore : otp.newSent });
}
