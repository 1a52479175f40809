import { brand } from "#brand";
import { isTransferReference } from "#contract/transferReference.ts";
import { paths, transferPath } from "#portal/paths.ts";

type Extended = Event & { waitUntil: (done: Promise<unknown>) => void };
type Pushed = Extended & { data: { json: () => unknown } | null };
type Pressed = Extended & { notification: Notification };
type Changed = Extended & { oldSubscription?: PushSubscription | null };
type Page = {
  url: string;
  visibilityState: string;
  focus: () => Promise<unknown>;
  navigate: (address: string) => Promise<unknown>;
  postMessage: (message: unknown, ports?: Transferable[]) => void;
};
/** What pushing needs of the worker. */
export type PushedScope = {
  addEventListener: ((kind: "push", listener: (event: Pushed) => void) => void) &
    ((kind: "notificationclick", listener: (event: Pressed) => void) => void) &
    ((kind: "pushsubscriptionchange", listener: (event: Changed) => void) => void);
  clients: {
    matchAll: (of: { type: "window"; includeUncontrolled: boolean }) => Promise<readonly Page[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  registration: Pick<ServiceWorkerRegistration, "showNotification" | "pushManager">;
};

/** A page that is open answers at once; the login does not, nor one that has hung. */
const ANSWERS_WITHIN_MS = 1000;

/** Shows what is pushed, leads to it when it is pressed, and keeps the browser subscribed. */
export function watchPushes(scope: PushedScope): void {
  scope.addEventListener("push", (event) => event.waitUntil(show(scope, event)));
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(scope, pathOf(event.notification.data)));
  });
  scope.addEventListener("pushsubscriptionchange", (event) =>
    event.waitUntil(subscribeAnew(scope, event)),
  );
}

/** Each push is shown: a browser takes the permission from who pushes and shows nothing. */
async function show(scope: PushedScope, event: Pushed): Promise<void> {
  const words = wordsOf(event);
  await scope.registration.showNotification(words.title, {
    body: words.body,
    lang: words.lang,
    tag: words.tag,
    icon: "/icons/icon-192.png",
    badge: "/icons/icon-192.png",
    data: words.opens,
  });
}

function wordsOf({ data }: Pushed): Record<"title" | "body" | "lang" | "tag" | "opens", string> {
  const read = readJson(data);
  const text = (name: string, otherwise = "") =>
    typeof read[name] === "string" ? read[name] : otherwise;
  return {
    title: text("title", brand.portal),
    body: text("body"),
    lang: text("lang", "en"),
    tag: text("tag", "notice"),
    opens: text("opens"),
  };
}

function readJson(data: Pushed["data"]): Record<string, unknown> {
  try {
    const value: unknown = data?.json();
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A page of ours whatever was pushed: by its name, or a transaction by its reference. */
function pathOf(opens: unknown): string {
  if (opens === "card_settings") return paths.cardSettings;
  if (opens === "top_up") return paths.topUpCard;
  if (typeof opens === "string" && isTransferReference(opens)) {
    return transferPath(opens);
  }
  return paths.dashboard;
}

/**
 * The page that is open leads there by itself, so that nothing typed is lost; one at the login is sent to the address,
 * which leads on after the login. Without any, a new one.
 */
async function open(scope: PushedScope, path: string): Promise<void> {
  const all = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = all.filter(({ url }) => !new URL(url).pathname.startsWith("/console"));
  const page = pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  if (page === undefined) {
    await scope.clients.openWindow(path);
    return;
  }
  await page.focus().catch(() => undefined);
  if (await leadsThere(page, path)) return;
  await page.navigate(path).catch(() => scope.clients.openWindow(path));
}

function leadsThere(page: Page, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), ANSWERS_WITHIN_MS);
    page.postMessage({ open: path }, [port2]);
  });
}

/**
 * The browser has exchanged what it is subscribed as. Open pages tell the bank; without one, the next sign-in here does
 * (followPush.ts), and the texts go until then.
 */
async function subscribeAnew(scope: PushedScope, event: Changed): Promise<void> {
  const options = event.oldSubscription?.options;
  if (options?.applicationServerKey) {
    await scope.registration.pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey: options.applicationServerKey })
      .catch(() => undefined);
  }
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage("push changed");
}
