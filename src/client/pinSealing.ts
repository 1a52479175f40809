import type { PinSealing } from "#contract/pinBlock.ts";

/**
 * Seals a PIN to the card issuer for a call. Undefined where that cannot be done: the cryptography could
 * not be loaded, or the page is not secure. A PIN is never sent in clear instead.
 */
export async function sealPinForIssuer(sealing: PinSealing): Promise<string | undefined> {
  if (!isSecureContext) return undefined;
  try {
    // The cryptography stays out of the first paint.
    const { sealPin } = await import("#contract/pinBlock.ts");
    return await sealPin(sealing);
  } catch {
    return undefined;
  }
}
