/** Whether this browser knows passkeys at all. */
export const canUsePasskeys = (): boolean => "PublicKeyCredential" in globalThis;
