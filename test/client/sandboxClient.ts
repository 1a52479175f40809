/** What a test or a person makes the sandbox do. */
export type SandboxClient = ReturnType<typeof sandboxClient>;

export type FaultTarget = "sms" | "mail" | "issuer" | "instapay" | "pesonet" | "push";
export type FaultMode =
  | "ok"
  | "down"
  | "slow"
  | "timeout"
  | "error"
  | "reject"
  | "duplicate"
  | "late"
  | "out-of-order";

/** What the push service took for a browser, as the browser reads it. */
export type InboxPush = { id: string; words: string | null };
/** What a browser gives the page that it subscribed. */
export type Subscribed = { endpoint: string; p256dh: string; auth: string };

export type InboxText = { id: string; to: string; text: string; at: string };

/** A card in a hand: the sandbox knows what is printed on it. */
export type Plastic = { token: string; state: string; cardNumber: string; cvv: string };

const LOOK_EVERY_MS = 50;
const ARRIVES_WITHIN_MS = 300_000;
const CODE = /^\d{6}\b/;

/** Drives the sandbox over its own HTTP interface. */
export function sandboxClient(url: string) {
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(new URL(path, url));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    // The sandbox's own interface (docs/requirements/decisions.md, 2).
    return (await response.json()) as T;
  };
  const post = async (path: string, body: object): Promise<void> => {
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };

  /** The texts of a phone, newest first. */
  const texts = (to: string): Promise<InboxText[]> => get(`/sms?to=${encodeURIComponent(to)}`);

  /** Waits, whenever it is asked to, for the first text of those looked for that reaches the phone from now on. */
  async function watchTexts(
    to: string,
    isLookedFor: (text: string) => boolean = () => true,
  ): Promise<() => Promise<string>> {
    const known = new Set((await texts(to)).map(({ id }) => id));
    return () => untilTextArrives(to, known, isLookedFor);
  }

  async function untilTextArrives(
    to: string,
    known: ReadonlySet<string>,
    isLookedFor: (text: string) => boolean,
  ): Promise<string> {
    for (let waited = 0; waited < ARRIVES_WITHIN_MS; waited += LOOK_EVERY_MS) {
      const fresh = (await texts(to)).find(({ id, text }) => !known.has(id) && isLookedFor(text));
      if (fresh !== undefined) return fresh.text;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    throw new Error(`No text reached ${to}.`);
  }

  /** Runs `act` and returns the first text, of those looked for, that reaches the phone after it began. */
  async function textAfter(
    to: string,
    act: () => Promise<unknown>,
    isLookedFor?: (text: string) => boolean,
  ): Promise<string> {
    const nextText = await watchTexts(to, isLookedFor);
    await act();
    return nextText();
  }

  const isCode = (text: string) => CODE.test(text);

  return {
    texts,
    /** The texts of all phones, newest first. */
    allTexts: (): Promise<InboxText[]> => get("/sms"),
    textAfter,
    /** A browser of the push service's own, subscribed for a key. */
    subscribe: async (applicationServerKey: string): Promise<Subscribed> => {
      const response = await fetch(new URL("/push/subscribers", url), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ applicationServerKey }),
      });
      return (await response.json()) as Subscribed;
    },
    /** What was pushed to it, newest first. */
    pushes: ({ endpoint }: Subscribed): Promise<InboxPush[]> =>
      get(`/push?subscriber=${endpoint.slice(endpoint.lastIndexOf("/") + 1)}`),
    /** The six digits of the first code that arrives, as textAfter; notices may come before it. */
    codeAfter: async (to: string, act: () => Promise<unknown>): Promise<string> =>
      (await textAfter(to, act, isCode)).slice(0, 6),
    /** Waits, whenever it is asked to, for the code that arrives from now on. */
    watchCodes: async (to: string): Promise<() => Promise<string>> => {
      const nextText = await watchTexts(to, isCode);
      return async () => (await nextText()).slice(0, 6);
    },
    /** Another bank sends money to an account of ours, under this reference; done once it is answered. */
    sendIncoming: async (fields: {
      account: string;
      amount: string;
      reference: string;
      senderName?: string;
    }): Promise<void> => {
      await post("/sandbox/instapay/incoming", fields);
      for (let waited = 0; waited < ARRIVES_WITHIN_MS; waited += LOOK_EVERY_MS) {
        const page = await (await fetch(url)).text();
        const [, after = ""] = page.split(fields.reference);
        if (!/^[^]*?<\/li>/.exec(after)?.[0].includes("Not answered yet")) return;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
      throw new Error(`${fields.reference} was never answered.`);
    },
    /** What the authenticator of somebody of the demo's staff shows now. It counts once. */
    staffCode: async (username: string): Promise<string> =>
      (await get<{ code: string }>(`/totp?user=${encodeURIComponent(username)}`)).code,
    /** Makes a partner misbehave; 'ok' ends it. `more` takes rate, seconds, delaySeconds, effect. */
    fault: (
      target: FaultTarget,
      mode: FaultMode,
      more: {
        rate?: number;
        seconds?: number;
        delaySeconds?: number;
        effect?: "kept" | "lost";
      } = {},
    ): Promise<void> => post("/faults", { target, mode, ...more }),
    /** All partners behave again. */
    endFaults: async (): Promise<void> => {
      for (const target of [
        "sms",
        "mail",
        "issuer",
        "instapay",
        "pesonet",
        "push",
      ] satisfies FaultTarget[]) {
        await post("/faults", { target, mode: "ok" });
      }
    },
    /** Somebody pays with the card. `amount` is a decimal text. Throws with why the issuer declined. */
    purchase: (card: {
      accountNo: string;
      amount: string;
      merchant: string;
      cvv?: string;
      channel?: "store" | "online";
    }): Promise<void> => post("/card/purchase", card),
    /** Cash from a machine, as `purchase`. */
    withdrawal: (card: { accountNo: string; amount: string; pin?: string }): Promise<void> =>
      post("/card/withdrawal", card),
    /** What can be read off a card in somebody's hand, by its account or its token. */
    plastics: (of: { accountNo: string } | { token: string }): Promise<Plastic[]> =>
      get(`/sandbox/plastics?${new URLSearchParams(of)}`),
  };
}
