import { type BrowserContext, expect } from "@playwright/test";

/** What a test announces beforehand because it makes it happen (an answer of 401, a lost network). */
export type PageGuard = {
  /** Messages like this are part of the test. */
  expectMessage: (pattern: RegExp) => void;
  check: () => void;
};

/** Nothing went wrong: a page was left before its bell was connected, which a slow machine needs long for. */
const LEFT_WHILE_CONNECTING =
  /^warning: WebSocket connection to '\S+\/socket\.io\/\S+' failed: WebSocket is closed before the connection is established\./;

/**
 * Watches every page of a context: an error or warning in the console, an uncaught error, a violation
 * of the content security policy, and anything asked of another origin than the page's own fail the
 * test (docs/security.md S002, S004). So does a press that a button took for a part of the last one: what
 * the test wanted by it did not happen.
 */
export async function guardPages(context: BrowserContext): Promise<PageGuard> {
  const seen: string[] = [];
  // A page may go away, or its session end, while its socket is still being opened.
  const expected = [
    /WebSocket is closed before the connection is established/,
    // What playwright.config.ts asks for.
    /Service Worker registration blocked by Playwright/,
  ];
  context.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on("request", (request) => {
    if (request.isNavigationRequest() || request.serviceWorker() !== null) return;
    const [from, to] = [request.frame().url(), request.url()];
    // A frame that has just begun is at no address yet.
    if (![from, to].every((url) => url.startsWith("http"))) return;
    if (new URL(from).host !== new URL(to).host) seen.push(`another origin: ${to}`);
  });
  context.on("weberror", (error) => seen.push(`uncaught: ${error.error().message}`));
  await context.exposeBinding("reportCspViolation", (_source, what: string) => {
    seen.push(`content security policy: ${what}`);
  });
  await context.exposeBinding("reportLostPress", (_source, name: string) => {
    seen.push(`a press within a second of the last: ${name}`);
  });
  await context.addInitScript(() => {
    window.addEventListener("click", ({ target, defaultPrevented }) => {
      const button = target instanceof Element ? target.closest("button.btn") : null;
      if (button === null || !defaultPrevented) return;
      if (button.matches("[aria-busy=true], [aria-disabled=true]")) return;
      // Put there by exposeBinding.
      const { reportLostPress } = window as unknown as { reportLostPress: (name: string) => void };
      reportLostPress(button.textContent);
    });
    window.addEventListener("pressdropped", () => {
      // As above.
      const { reportLostPress } = window as unknown as { reportLostPress: (name: string) => void };
      reportLostPress("dropped, for what it hit was not there at the first");
    });
    document.addEventListener("securitypolicyviolation", (event) => {
      // Put there by exposeBinding.
      const { reportCspViolation } = window as unknown as {
        reportCspViolation: (what: string) => void;
      };
      reportCspViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return {
    expectMessage: (pattern) => void expected.push(pattern),
    check: () => {
      const wanted = [...expected, LEFT_WHILE_CONNECTING];
      const surprises = seen.filter((line) => !wanted.some((pattern) => pattern.test(line)));
      expect(surprises).toEqual([]);
    },
  };
}
