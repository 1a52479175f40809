/** What the issuer's API is made of; see GET /openapi.json. */

/** Below this are all calls about cards. */
export const WALLET = "/partners/eon/wallet";

export const ACCOUNT_NO = /^\d{10,16}$/;
/** An order's name, as our caller gives it. */
export const REFERENCE = /^[A-Za-z0-9-]{1,40}$/;
/** A token, a serial, the id of a customer or an office. */
export const ID = /^[\w-]{1,64}$/;
export const WORDS = /^[^\p{Cc}]{1,100}$/u;
export const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A sealed PIN; whether it opens is another matter. */
export const PIN_BLOCK = /^pin1\.[\w.-]{50,300}$/;
