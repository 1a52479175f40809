import { bytesOf, fromBase64Url, suite, toBase64Url } from "./hpke.ts";

/**
 * cvv1: a new CVV on its way from the issuer to the page that asked, which alone can open it. HPKE to a key
 * pair of that one page and moment, bound to the card account: `cvv1.<enc>.<ciphertext and tag>`, both in
 * base64url.
 */

declare const TextDecoder: new () => { decode: (bytes: Uint8Array) => string };

const INFO = bytesOf("portal cvv1 v1");

export type CvvRequest = {
  /** What the call carries. */
  publicKey: string;
  /** The CVV in what the issuer answered. Throws when it is for another card, or was changed. */
  open: (sealed: string, accountNo: string) => Promise<string>;
};

/** A key pair for one reveal; its private half cannot leave this closure. */
export async function requestCvv(): Promise<CvvRequest> {
  const pair = await suite.kem.generateKeyPair();
  return {
    publicKey: toBase64Url(new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey))),
    async open(sealed, accountNo) {
      const [version, enc = "", ciphertext = ""] = sealed.split(".");
      if (version !== "cvv1") throw new Error("not a sealed CVV");
      const opened = await suite.open(
        { recipientKey: pair, enc: fromBase64Url(enc), info: INFO },
        fromBase64Url(ciphertext),
        bytesOf(JSON.stringify(["cvv1", accountNo])),
      );
      const cvv = new TextDecoder().decode(new Uint8Array(opened));
      if (!/^[0-9]{3}$/.test(cvv)) throw new Error("not a CVV");
      return cvv;
    },
  };
}
