import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { fieldTexts, guidParams, textFor, uuid, words } from "./fields.ts";

const moment = z.string();

/** What protects a member's account at this moment, for the member's own eyes. */
const safety = z.object({
  /** Browsers in which no code is asked for at sign-in. */
  knownDevices: z.number(),
  password: z.object({
    changedAt: z.nullable(moment),
    /** It is time to advise a new one. */
    isOld: z.boolean(),
  }),
  /** How many passkeys the member has. */
  passkeys: z.number(),
  /** Where codes go to, masked; empty where there is no number. */
  mobileNumber: z.string(),
  /** Refused tries to sign in of the last thirty days, and of which networks. */
  refusedSignIns: z.object({
    times: z.number(),
    lastAt: z.nullable(moment),
    /** From a network from which the member never signed in. */
    fromUnknown: z.number(),
  }),
  /**
   * New payees wait until then, and why. `isAfterRemoval`: a code removed a passkey, so that a look at the CVV and the
   * acceptance of a loan wait as well.
   */
  pause: z.nullable(z.object({ endsAt: moment, reason: z.string(), isAfterRemoval: z.boolean() })),
});
export type Safety = z.output<typeof safety>;

export const getSafety = endpoint({
  name: "getSafety",
  method: "GET",
  path: "/members/{guid}/safety",
  summary: "What protects the member's account at this moment",
  access: "member",
  params: guidParams,
  result: safety,
  refusals: ["not_found"],
});

/** What is known of where something came from: no address and no town, only whether the network is the same. */
export const place = z.enum(["here", "other", "unknown"]);

/** A browser in which the member signs in without a code. */
const device = z.object({
  id: uuid,
  /** What the member calls it, "" for nothing: then it goes by what it said of itself. */
  name: z.string(),
  browser: z.string(),
  system: z.string(),
  firstUsedAt: moment,
  lastUsedAt: moment,
  /** The network of its last sign-in, against the one that asks. */
  place,
  isThis: z.boolean(),
  isSignedIn: z.boolean(),
});
export type Device = z.output<typeof device>;

export const DEVICE_NAME_MAX = 40;

/** Blank is fine: then it goes by what it said of itself. */
const deviceName = words(DEVICE_NAME_MAX, { error: textFor(fieldTexts.invalid) }).check(z.trim());
const deviceParams = z.object({ guid: uuid, deviceId: uuid });
/** Whether this browser was among them, and is signed out now. */
const signedOut = z.object({ isThisSignedOut: z.boolean() });

export const getDevices = endpoint({
  name: "getDevices",
  method: "GET",
  path: "/members/{guid}/devices",
  summary:
    "Browsers in which the member signs in without a code: this one, then the last used first",
  access: "member",
  params: guidParams,
  result: z.array(device),
  refusals: ["not_found"],
});

export const renameDevice = endpoint({
  name: "renameDevice",
  method: "POST",
  path: "/members/{guid}/devices/{deviceId}/rename",
  summary: "Give a known device another name",
  access: "member",
  bodyType: "json",
  params: deviceParams,
  body: z.object({ name: deviceName }),
  refusals: ["not_found"],
});

export const signOutDevice = endpoint({
  name: "signOutDevice",
  method: "POST",
  path: "/members/{guid}/devices/{deviceId}/signOut",
  summary: "End the sessions of a device, which stays known",
  access: "member",
  params: deviceParams,
  result: signedOut,
  refusals: ["not_found"],
});

export const forgetDevice = endpoint({
  name: "forgetDevice",
  method: "POST",
  path: "/members/{guid}/devices/{deviceId}/forget",
  summary:
    "End the sessions of a device and forget it: a sign-in there takes a code again. One that is forgotten already is fine",
  access: "member",
  params: deviceParams,
  result: signedOut,
  refusals: ["not_found"],
});

export const signOutElsewhere = endpoint({
  name: "signOutElsewhere",
  method: "POST",
  path: "/members/{guid}/devices/signOutElsewhere",
  summary: "End every session but those of this browser, and forget every other device",
  access: "member",
  params: guidParams,
  result: z.object({ forgotten: z.number() }),
  refusals: ["not_found"],
});

/** Every call of the page where members keep their account safe. */
export const safetyCalls = [
  getSafety,
  getDevices,
  renameDevice,
  signOutDevice,
  forgetDevice,
  signOutElsewhere,
] as const;
