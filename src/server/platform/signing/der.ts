import * as asn1 from "asn1js";

/** The parts of ASN.1 that signatures and certificates are made of. */
export type Der = asn1.BaseBlock;

export const sequence = (...value: Der[]): Der => new asn1.Sequence({ value });
export const set = (...value: Der[]): Der => new asn1.Set({ value });
export const oid = (value: string): Der => new asn1.ObjectIdentifier({ value });
export const octets = (bytes: Uint8Array): Der => new asn1.OctetString({ valueHex: exact(bytes) });
export const bits = (bytes: Uint8Array): Der => new asn1.BitString({ valueHex: exact(bytes) });
export const integer = (value: number): Der => new asn1.Integer({ value });
export const text = (value: string): Der => new asn1.Utf8String({ value });
export const moment = (valueDate: Date): Der => new asn1.UTCTime({ valueDate });
export const yes = (): Der => new asn1.Boolean({ value: true });
/** An explicit or constructed [number]. */
export const tagged = (tagNumber: number, ...value: Der[]): Der =>
  new asn1.Constructed({ idBlock: { tagClass: 3, tagNumber }, value });

export const bytesOf = (block: Der): Buffer => Buffer.from(block.toBER());

/** Reads what was made elsewhere; throws where it is no DER. */
export function parse(bytes: Uint8Array): Der {
  const { offset, result } = asn1.fromBER(exact(bytes));
  if (offset === -1) throw new Error(`not DER: ${result.error}`);
  return result;
}

/** The bytes of an octet string. */
export const octetsOf = (block: Der): Buffer => Buffer.from((block as asn1.OctetString).getValue());

/** The blocks inside one. */
export function inside(block: Der | undefined): Der[] {
  const { value } = (block as asn1.Sequence).valueBlock;
  return value as Der[];
}

const exact = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
