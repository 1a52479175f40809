import { online } from "#client/connection.ts";
import { makeStore } from "#ui/store.ts";

const WORKER = "/sw.js";
/** What the worker that waits understands (src/portal/worker/serviceWorker.ts). */
const TAKE_OVER = "take over";
/** What the page came for is fetched first. */
const BEGIN_AFTER_MS = 4000;
const LOOK_EVERY_MS = 60 * 60_000;
/** A worker that is busy lets the next one in late; the bank gives the new page in any case. */
const TAKES_OVER_WITHIN_MS = 3000;

/** Whether a newer release than that of this page is there, complete. */
export const isReleaseReady = makeStore<boolean>(false);

let waiting: ServiceWorker | undefined;
/** Asked for by hand, or by a step to another page, which counts until something is typed there. */
let takingOver: "by hand" | "by a step" | undefined;

/**
 * Has the service worker keep the files of this release, and looks for a newer one: at the beginning, when the
 * connection is back, and each hour. The answer stops it.
 */
export function followReleases(): () => void {
  if (!("serviceWorker" in navigator)) return () => {};
  const { serviceWorker } = navigator;
  let registration: ServiceWorkerRegistration | undefined;
  let isOver = false;
  let isQuiet = false;
  // The first worker of a browser takes a page that is of its own release.
  let hadWorker = serviceWorker.controller !== null;

  const onChange = () => {
    if (takingOver !== undefined) location.reload();
    // Another tab has let it in, or it came too late: this page goes on with the files of its own release.
    else if (hadWorker && !isQuiet) isReleaseReady.set(true);
    hadWorker = true;
    isQuiet = false;
  };
  const begin = async () => {
    try {
      registration = await serviceWorker.register(addressOf(WORKER), { updateViaCache: "none" });
      // What waited already when this page came from the bank is no newer than the page.
      isQuiet = registration.waiting !== null && hadWorker;
      if (isQuiet) registration.waiting?.postMessage(TAKE_OVER);
      if (!isOver) watch(registration, () => serviceWorker.controller !== null);
    } catch {
      // A browser that takes none shows the portal as before.
    }
  };
  const onInput = () => {
    if (takingOver === "by a step") takingOver = undefined;
  };
  // One that could not be fetched, as when the connection was lost meanwhile, is fetched once it is back.
  const look = () =>
    void (registration === undefined ? begin() : registration.update().catch(() => undefined));

  serviceWorker.addEventListener("controllerchange", onChange);
  document.addEventListener("input", onInput);
  let hasBegun = false;
  const beginning = setTimeout(() => {
    hasBegun = true;
    void begin();
  }, BEGIN_AFTER_MS);
  const looking = setInterval(look, LOOK_EVERY_MS);
  const unsubscribe = online.subscribe(() => {
    if (online.get() && hasBegun) look();
  });
  return () => {
    isOver = true;
    clearTimeout(beginning);
    clearInterval(looking);
    unsubscribe();
    serviceWorker.removeEventListener("controllerchange", onChange);
    document.removeEventListener("input", onInput);
  };
}

function watch(registration: ServiceWorkerRegistration, hasWorker: () => boolean): void {
  const note = () => {
    if (registration.waiting === null || !hasWorker()) return;
    waiting = registration.waiting;
    isReleaseReady.set(true);
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", note);
  });
}

/** Lets the newer release in, and begins anew with it as soon as it has come. */
export function takeOver(how: "by hand" | "by a step"): void {
  if (waiting === undefined || waiting.state === "activated") {
    location.reload();
    return;
  }
  takingOver = how;
  waiting.postMessage(TAKE_OVER);
  setTimeout(() => {
    if (takingOver !== undefined) location.reload();
  }, TAKES_OVER_WITHIN_MS);
}

type Policy = { createScriptURL: (address: string) => string };
type PolicyMaker = { createPolicy: (name: string, rules: Policy) => Policy };

/** The policy of the page takes no address of a script that is only a text. */
function addressOf(script: typeof WORKER): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyMaker };
  const rules = { createScriptURL: () => script };
  return trustedTypes?.createPolicy("service-worker", rules).createScriptURL(script) ?? script;
}
