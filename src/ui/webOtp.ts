/**
 * Waits for the code of a text message that names this site (WebOTP), where the browser can; the
 * member allows it. The answer stops the waiting.
 */
export function waitForTextedCode(onCode: (code: string) => void): () => void {
  if (!("OTPCredential" in window)) return () => undefined;
  const waiting = new AbortController();
  // The DOM's types do not know `otp` yet.
  const wanted = {
    otp: { transport: ["sms"] },
    signal: waiting.signal,
  } as CredentialRequestOptions;
  navigator.credentials.get(wanted).then(
    (credential) => {
      if (credential !== null && "code" in credential && typeof credential.code === "string")
        onCode(credential.code);
    },
    // Declined, timed out or stopped: the member types it.
    () => undefined,
  );
  return () => waiting.abort();
}
