import { brand } from "#brand";

/** Notices that come to a browser while the portal is closed. */
export const push = {
  title: "Notifications on your devices",
  name: "Notifications in this browser",
  hint: "What the bell tells you comes to this device, also while the portal is closed. From tomorrow on, purchases with your card come here in place of a text; where that does not work, the text comes.",
  asks: "Your browser asks you next whether it may.",
  unsupported: `This browser shows no notifications of websites. You hear from us by text, and in ${brand.portal}.`,
  needsInstall: `On an iPhone or iPad, put ${brand.portal} on the home screen first: Share, then Add to Home Screen. Open it there and turn notifications on.`,
  denied:
    "This browser blocks our notifications. To undo it, press the sign beside the address, open the site's settings and allow notifications. Then come back here.",
  notReady: "This browser is not ready for it yet. Try again in a moment.",
  refused: "This browser's notification service could not be reached. Try again later.",
  turnedOn: "Notifications come to this browser",
  turnedOff: "No notifications come to this browser any more",
  amounts: "Show amounts in notifications",
  amountsHint:
    "Whoever looks at your locked screen sees them. Off, a notification says that there is news, and no amount.",
  amountsOn: "Notifications show amounts",
  amountsOff: "Notifications show no amounts",
  since: (day: string) => `On since ${day}`,
  lastPushed: (moment: string) => `Last one ${moment}`,
  turnOff: "Turn off",
  turnOffOf: (device: string) => `Turn off notifications of ${device}`,
  turnedOffOf: (device: string) => `No notifications go to ${device} any more`,
};

export type PushTexts = typeof push;
