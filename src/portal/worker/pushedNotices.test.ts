import { expect, test } from "vitest";
import { paths } from "#portal/paths.ts";
import { type PushedScope, watchPushes } from "./pushedNotices.ts";

type Listener = (event: { waitUntil: (done: Promise<unknown>) => void }) => void;
type Said = { message: unknown; ports: readonly MessagePort[] };

/** A page as a worker sees it, and what was done with it. */
function makePage(url: string, more: { visible?: boolean; answers?: boolean } = {}) {
  const said: Said[] = [];
  const done: string[] = [];
  return {
    url,
    said,
    done,
    visibilityState: more.visible === true ? "visible" : "hidden",
    focus: async () => done.push("focus"),
    navigate: async (address: string) => done.push(address),
    postMessage: (message: unknown, ports: readonly MessagePort[] = []) => {
      said.push({ message, ports });
      if (more.answers === true) ports[0]?.postMessage("opened");
    },
  };
}

/** A browser with these pages open. */
function makeBrowser(pages: readonly ReturnType<typeof makePage>[]) {
  const listeners = new Map<string, Listener>();
  const opened: string[] = [];
  const subscribed: unknown[] = [];
  const refuses = { subscribing: false };
  const scope = {
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
    clients: {
      matchAll: () => Promise.resolve(pages),
      openWindow: async (address: string) => opened.push(address),
    },
    registration: {
      pushManager: {
        subscribe: (options: unknown) => {
          subscribed.push(options);
          return refuses.subscribing ? Promise.reject(new Error("away")) : Promise.resolve();
        },
      },
    },
  };
  watchPushes(scope as unknown as PushedScope);
  const happen = async (kind: string, event: object) => {
    const waited: Promise<unknown>[] = [];
    listeners.get(kind)?.({ ...event, waitUntil: (done) => waited.push(done) });
    await Promise.all(waited);
  };
  const press = (opens: unknown) =>
    happen("notificationclick", { notification: { close: () => undefined, data: opens } });
  return { opened, subscribed, refuses, happen, press };
}

const BANK = "https://bank.example";

test.each([
  ["card_settings", paths.cardSettings],
  ["top_up", paths.topUpCard],
  ["OT261121-0000000001", "/transaction-details/OT261121-0000000001/2026-11-21"],
  ["https://evil.example/", paths.dashboard],
  ["//evil.example", paths.dashboard],
  [undefined, paths.dashboard],
])(
  "S355 with no page open, a pressed notice about %j opens a page of the portal alone",
  async (opens, path) => {
    const browser = makeBrowser([]);
    await browser.press(opens);
    expect(browser.opened).toEqual([path]);
  },
);

test("S355 a page of the console is never led to a member's notice", async () => {
  const console = makePage(`${BANK}/console/members`, { visible: true });
  const browser = makeBrowser([console]);
  await browser.press("card_settings");
  expect(browser.opened).toEqual([paths.cardSettings]);
  expect(console.done).toEqual([]);
  expect(console.said).toEqual([]);
});

test("the page in sight leads there by itself, and no other is touched", async () => {
  const hidden = makePage(`${BANK}/dashboard`);
  const inSight = makePage(`${BANK}/transfer-funds`, { visible: true, answers: true });
  const browser = makeBrowser([hidden, inSight]);
  await browser.press("card_settings");
  expect(inSight.said.map(({ message }) => message)).toEqual([{ open: paths.cardSettings }]);
  expect(inSight.done).toEqual(["focus"]);
  expect(hidden.said).toEqual([]);
  expect(browser.opened).toEqual([]);
});

test("a page that answers nothing, as the login, is sent to the address", async () => {
  const login = makePage(`${BANK}/login`, { visible: true });
  const browser = makeBrowser([login]);
  await browser.press("card_settings");
  expect(login.done).toEqual(["focus", paths.cardSettings]);
  expect(browser.opened).toEqual([]);
});

test("a page that cannot be sent there is left, and the notice opens one of its own", async () => {
  const foreign = makePage(`${BANK}/login`, { visible: true });
  foreign.navigate = () => Promise.reject(new TypeError("not controlled"));
  const browser = makeBrowser([foreign]);
  await browser.press("card_settings");
  expect(browser.opened).toEqual([paths.cardSettings]);
});

test("a browser that exchanges its subscription subscribes under the same key, and its open pages tell the bank", async () => {
  const page = makePage(`${BANK}/dashboard`);
  const browser = makeBrowser([page]);
  const applicationServerKey = new Uint8Array([4, 1, 2]).buffer;
  await browser.happen("pushsubscriptionchange", {
    oldSubscription: { options: { applicationServerKey } },
  });
  expect(browser.subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey }]);
  expect(page.said.map(({ message }) => message)).toEqual(["push changed"]);
});

test("the bank is told as well where the former subscription is unknown, or the browser's service is away", async () => {
  const page = makePage(`${BANK}/dashboard`);
  const browser = makeBrowser([page]);
  await browser.happen("pushsubscriptionchange", {});
  expect(browser.subscribed).toEqual([]);
  browser.refuses.subscribing = true;
  const options = { applicationServerKey: new Uint8Array([4]).buffer };
  await browser.happen("pushsubscriptionchange", { oldSubscription: { options } });
  expect(page.said.map(({ message }) => message)).toEqual(["push changed", "push changed"]);
});
