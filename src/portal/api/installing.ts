import { makeStore } from "#ui/store.ts";

/** What a browser that installs pages gives to the page (early.ts keeps it). */
type InstallOffer = Event & { prompt: () => Promise<unknown> };

declare global {
  var installOffer: InstallOffer | undefined;
}

/** Whether the browser would install the portal now. */
export const canInstall = makeStore<boolean>(false);

/** Notes when the browser offers it, and when it is done. The answer stops it. */
export function followInstalling(): () => void {
  const note = () => canInstall.set(globalThis.installOffer !== undefined);
  const onInstalled = () => {
    globalThis.installOffer = undefined;
    note();
  };
  note();
  addEventListener("install-offer", note);
  addEventListener("appinstalled", onInstalled);
  return () => {
    removeEventListener("install-offer", note);
    removeEventListener("appinstalled", onInstalled);
  };
}

/** The browser asks the member. An offer is good once. */
export async function install(): Promise<void> {
  const offer = globalThis.installOffer;
  globalThis.installOffer = undefined;
  canInstall.set(false);
  await offer?.prompt();
}
