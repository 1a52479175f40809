import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { CreationOptions, RequestOptions } from "#contract/passkeys.ts";

const FLAGS = { present: 0x01, verified: 0x04, mayBeSynced: 0x08, synced: 0x10, isNew: 0x40 };
const ORIGIN = "http://localhost";

/** How an authenticator and its browser behave; each as honest ones do, unless a test says otherwise. */
export type Manner = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | undefined;
  type?: string;
  /** What it says of its maker: nothing, a signature of the new key itself, or certificates. */
  statement?: "none" | "self" | "android-key";
  idBytes?: number;
};

/**
 * An authenticator with one passkey: real keys and real signatures (ES256), in place of a phone. `isSynced` as a
 * password manager that keeps copies; without it a key that stays in one device and counts.
 */
export function makeAuthenticator({ isSynced = false }: { isSynced?: boolean } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  let counter = 0;
  let userHandle = "";
  let ownRpId = "";

  const clientData = (type: string, challenge: string, manner: Manner) =>
    Buffer.from(
      JSON.stringify({
        type: manner.type ?? type,
        challenge: manner.challenge ?? challenge,
        origin: manner.origin ?? ORIGIN,
        crossOrigin: false,
      }),
    );
  const flagsOf = ({ isVerified = true }: Manner) =>
    FLAGS.present +
    (isVerified ? FLAGS.verified : 0) +
    (isSynced ? FLAGS.mayBeSynced + FLAGS.synced : 0);
  const authenticatorData = (
    rpId: string,
    flags: number,
    manner: Manner,
    rest = Buffer.alloc(0),
  ) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(manner.counter ?? counter);
    const rpIdHash = createHash("sha256")
      .update(manner.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, rest]);
  };

  return {
    id: credentialId.toString("base64url"),

    /** What create() brings. */
    create(options: CreationOptions, manner: Manner = {}) {
      userHandle = options.user.id;
      ownRpId = options.rp.id;
      const id = manner.idBytes === undefined ? credentialId : randomBytes(manner.idBytes);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([
        Buffer.alloc(16),
        length,
        id,
        Buffer.from(isoCBOR.encode(coseOf(publicKey))),
      ]);
      const flags = flagsOf(manner) + FLAGS.isNew;
      const authData = authenticatorData(ownRpId, flags, manner, credential);
      const client = clientData("webauthn.create", options.challenge, manner);
      const { statement = "none" } = manner;
      const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
      const said = new Map<string, unknown>(
        statement === "none"
          ? []
          : [
              ["alg", -7],
              ["sig", new Uint8Array(sign("sha256", signed, privateKey))],
            ],
      );
      if (statement === "android-key") said.set("x5c", [new Uint8Array(64)]);
      const attestation = new Map<string, unknown>([
        ["fmt", statement === "self" ? "packed" : statement],
        ["attStmt", said],
        ["authData", new Uint8Array(authData)],
      ]);
      return {
        ...named(credentialId),
        response: {
          clientDataJSON: client.toString("base64url"),
          attestationObject: Buffer.from(
            isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
          ).toString("base64url"),
          transports: ["internal"],
        },
      };
    },

    /** What get() brings. */
    get({ challenge, rpId }: Pick<RequestOptions, "challenge" | "rpId">, manner: Manner = {}) {
      if (!isSynced) counter += 1;
      const client = clientData("webauthn.get", challenge, manner);
      const data = authenticatorData(rpId, flagsOf(manner), manner);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const handle = "userHandle" in manner ? manner.userHandle : userHandle;
      return {
        ...named(credentialId),
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
          ...(handle !== undefined && handle !== "" && { userHandle: handle }),
        },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof makeAuthenticator>;

const named = (credentialId: Buffer) => ({
  id: credentialId.toString("base64url"),
  rawId: credentialId.toString("base64url"),
  type: "public-key" as const,
});

/** The public key as authenticators write it. */
function coseOf(publicKey: KeyObject): Map<number, number | Uint8Array> {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
}
