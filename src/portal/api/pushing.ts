import { getPush, subscribePush } from "#contract/push.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { read } from "./queries.ts";

/** Whether this browser can be pushed to: 'install' can once the portal is on its home screen. */
export type PushSupport = "unsupported" | "install" | "denied" | "possible";

/** The first visit keeps the files of the release before anything can be pushed. */
const READY_WITHIN_MS = 15_000;

export function pushSupport(): PushSupport {
  const canPush =
    "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  if (!canPush) return isApplePhone() ? "install" : "unsupported";
  return Notification.permission === "denied" ? "denied" : "possible";
}

/** An iPad says that it is a Mac; a Mac has no touch. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isPhone = /iPhone|iPad|iPod/.test(userAgent);
  return isPhone || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

/** What this browser was subscribed as, by whoever used it. */
export async function browserSubscription(): Promise<PushSubscription | undefined> {
  if (pushSupport() !== "possible") return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Where the member's notices are pushed to, and whether here. */
export const pushRead = (guid: string) =>
  queryOptions({
    queryKey: ["push", guid],
    queryFn: async ({ signal }) => {
      const state = (await read(getPush, { params: { guid } }, signal)).result;
      const support = pushSupport();
      const isHere =
        support === "possible" &&
        Notification.permission === "granted" &&
        state.browsers.some(({ isThis }) => isThis) &&
        (await browserSubscription()) !== undefined;
      return { ...state, support, isHere };
    },
    enabled: guid !== "",
    staleTime: 0,
  });

/** Asks the member by the browser's own question; only upon a press of theirs. */
export async function askPermission(): Promise<boolean> {
  return (await Notification.requestPermission()) === "granted";
}

/**
 * Subscribes this browser at its push service and at the bank. 'notReady' while there is no service worker yet,
 * 'refused' by the browser's service; else the bank's answer.
 */
export async function subscribeBrowser(guid: string) {
  const state = await call(getPush, { params: { guid } });
  if (!state.status) return state;
  const registration = await readyWorker();
  if (registration === undefined) return "notReady";
  const { pushManager } = registration;
  try {
    const former = await pushManager.getSubscription();
    const isOfKey = former !== null && keyOf(former) === state.result.applicationServerKey;
    if (!isOfKey) await former?.unsubscribe();
    const subscription = isOfKey
      ? former
      : await pushManager.subscribe({
          userVisibleOnly: true,
          applicationServerKey: bytesOf(state.result.applicationServerKey),
        });
    const { endpoint, keys } = subscription.toJSON();
    if (endpoint === undefined || keys === undefined) return "refused";
    const { p256dh = "", auth = "" } = keys;
    return await call(subscribePush, { params: { guid }, body: { endpoint, p256dh, auth } });
  } catch {
    return "refused";
  }
}

async function readyWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const tooLate = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), READY_WITHIN_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, tooLate]);
}

/** The key that a subscription was made for, as the bank writes it. */
function keyOf({ options }: PushSubscription): string | undefined {
  const { applicationServerKey: key } = options;
  if (key === null) return undefined;
  const letters = Array.from(new Uint8Array(key), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
