import { type PushedScope, watchPushes } from "./pushedNotices.ts";

/**
 * The service worker of the portal, built by scripts/writeWorker.ts to /sw.js. It stands between the member and the
 * bank, so it is this one page and no library: it keeps the files of its release, whose names change with their
 * contents, and one page for when nothing can be reached. Everything else goes past it: no call, no answer of a call,
 * no page with anything of a member is ever kept, and the console is left alone.
 */

/** Written in by the build: a name that changes with the files, and their addresses. */
declare const RELEASE: { name: string; files: readonly string[] };

type Extended = Event & { waitUntil: (done: Promise<unknown>) => void };
type Asked = Extended & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};
/** What TypeScript knows only where it knows no document. */
type Scope = {
  addEventListener: (<Kind extends "install" | "activate">(
    kind: Kind,
    listener: (event: Extended) => void,
  ) => void) &
    ((kind: "fetch", listener: (event: Asked) => void) => void) &
    ((kind: "message", listener: (event: MessageEvent) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  registration: { navigationPreload?: { enable: () => Promise<void> } };
};
const scope = globalThis as unknown as Scope & PushedScope;
watchPushes(scope);

const PREFIX = "release-";
const KEPT = `${PREFIX}${RELEASE.name}`;
const OFFLINE_PAGE = "/offline.html";
/** Pages that are open go on with the files of the release before this one. */
const RELEASES_KEPT = 2;
/** At once, so that what the member is doing goes on. */
const FETCHED_AT_ONCE = 4;
const PAGE_WITHIN_MS = 15_000;

scope.addEventListener("install", (event) => event.waitUntil(keepRelease()));
scope.addEventListener("activate", (event) => event.waitUntil(beginRelease()));
scope.addEventListener("message", ({ data }) => {
  if (data === "take over") void scope.skipWaiting();
});
scope.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(findFile(event.request));
  else if (mode === "navigate" && isPage(pathname)) event.respondWith(findPage(event));
});

/** A page of the portal: not of staff, no call, no file. */
function isPage(pathname: string): boolean {
  const [, first = ""] = pathname.split("/");
  return first !== "console" && first !== "api" && !pathname.includes(".");
}

/** All files or none: without one the browser tries again, and what is there already is not fetched twice. */
async function keepRelease(): Promise<void> {
  const cache = await caches.open(KEPT);
  const waiting = [...RELEASE.files];
  const keepNext = async (): Promise<void> => {
    const file = waiting.shift();
    if (file === undefined) return;
    const known = file === OFFLINE_PAGE ? undefined : await caches.match(file);
    const answer = known ?? (await fetch(file, file === OFFLINE_PAGE ? { cache: "reload" } : {}));
    if (!answer.ok || answer.redirected) throw new Error(`${file} could not be fetched.`);
    await cache.put(file, answer);
    return keepNext();
  };
  await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, keepNext));
}

async function beginRelease(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== KEPT);
  // In the order in which they were made.
  const old = names.slice(0, Math.max(0, names.length - (RELEASES_KEPT - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

/** A name stands for one content, so what is kept is right; also for who asks again (importAgain.ts). */
async function findFile(request: Request): Promise<Response> {
  const found = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
  return found ?? fetch(request);
}

/** The bank's own page wherever it can be had; else the one that says so, and shows what the member chose to keep. */
async function findPage(event: Asked): Promise<Response> {
  const answer = await Promise.race([fetchPage(event), undefinedAfter(PAGE_WITHIN_MS)]);
  if (answer !== undefined && answer.status < 500) return answer;
  const kept = await caches.match(OFFLINE_PAGE, { cacheName: KEPT });
  return kept ?? answer ?? Response.error();
}

async function fetchPage(event: Asked): Promise<Response | undefined> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return undefined;
  }
}

function undefinedAfter(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms);
  });
}
