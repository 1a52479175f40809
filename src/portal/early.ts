/**
 * Runs inside the head, before anything is drawn (its hash stands in the Content-Security-Policy):
 * the chosen theme and text size, whether the signed-in shell or the login is to be seen, and that no
 * form is ever sent by the browser itself, which would put a password into the address: who presses the
 * button before the program is there is remembered (data-pressed), and the program does it. After the
 * first paint, which waits for nothing but the document, it fetches the font and the program. The shell has nothing
 * that such a paint would be told of: there the program is fetched at once, and a member's screen beside it.
 */
{
  const FONT_KEY = "font";
  /** For a page in the background, which is not painted. */
  const START_AT_THE_LATEST_MS = 500;
  const START_AGAIN_MS = 5000;

  const root = document.documentElement;

  const cookie = (name: string) =>
    document.cookie
      .split("; ")
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);

  const showPreferences = () => {
    const [theme, textSize] = (cookie("prefs") ?? "").split(".");
    if (theme === "light" || theme === "dark") root.dataset["theme"] = theme;
    if (textSize === "large" || textSize === "xlarge") root.dataset["text"] = textSize;
  };

  /** This tab has a session from before. */
  let isKept = false;

  const choosePage = () => {
    const isLogin = root.dataset["page"] === "login";
    // As the server chooses the login's: what was chosen here, else what the browser is set to.
    if (!isLogin)
      root.lang = /^(fil|tl)\b/.test(cookie("lang") ?? navigator.language) ? "fil" : "en";
    try {
      // A browser that has the font draws with it at once.
      if (localStorage.getItem(FONT_KEY)) root.dataset["drawn"] = "";
      isKept = Boolean(sessionStorage.getItem("token") && sessionStorage.getItem("guid"));
      if (isLogin && isKept) root.dataset["page"] = "app";
    } catch {
      // Without storage nobody is signed in, and the login is what there is to see.
    }
  };

  const rememberFont = () => {
    try {
      localStorage.setItem(FONT_KEY, "1");
    } catch {
      // Without storage the font comes after the first paint each time.
    }
  };

  const addLink = (rel: string, href: string) => {
    const link = document.createElement("link");
    // Vite's loader finds the sheet and does not load it again; a disabled one is not fetched.
    link.disabled = rel === "stylesheet";
    document.head.append(Object.assign(link, { rel, href }));
  };

  let isStarted = false;
  let isTyped = false;

  const filesIn = (id: string): string[] =>
    JSON.parse(document.getElementById(id)?.textContent ?? "[]") as string[];

  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // Written by scripts/writePages.ts: the program, then what it needs at once, and the sheets that are inline.
    const files = filesIn("program");
    for (const file of files) addLink(file.endsWith(".css") ? "stylesheet" : "modulepreload", file);
    if (isKept) void fetchAhead();
    // The shell has no words: those that come are drawn with the font from the start.
    if (root.dataset["page"] === "app") root.dataset["drawn"] = "";
    addLink("manifest", "/manifest.webmanifest");
    startProgram(files[0] ?? "");
  };

  /**
   * What the screen of this address is made of, which the program would ask for in one round after the other: into
   * the browser's cache, and no further. Of a module a browser keeps also that it could not be fetched; of what was
   * announced and is used late it complains.
   */
  const fetchAhead = async () => {
    const files = ["session", root.lang, location.pathname].flatMap((list) =>
      filesIn(`ahead:${list}`),
    );
    await Promise.allSettled(files.map(async (file) => (await fetch(file)).blob()));
  };

  const drawAndStart = () => {
    root.dataset["drawn"] = "";
    void document.fonts.ready.then(rememberFont);
    start();
  };

  const startProgram = (file: string) => {
    import(/* @vite-ignore */ file).catch(() => startAgain(() => startProgram(file)));
  };

  /**
   * The program, or a part that it begins with, could not be fetched: once more with the connection. Many a browser
   * keeps the failure for as long as the page is open, so the page begins anew unless somebody has typed into it.
   */
  const startAgain = (whereTyped: () => void) => {
    const again = () => (isTyped ? whereTyped() : location.reload());
    if (navigator.onLine) setTimeout(again, START_AGAIN_MS);
    else addEventListener("online", again, { once: true });
  };

  document.addEventListener("submit", (event) => {
    event.preventDefault();
    if (root.dataset["program"] === undefined) root.dataset["pressed"] = "";
  });
  // Who goes on typing has not finished: what is half there must not be sent.
  document.addEventListener("input", () => {
    isTyped = true;
    delete root.dataset["pressed"];
  });
  addEventListener("start-failed", () => startAgain(() => undefined));
  // The browser's offer comes once, maybe before the program; what asks the member is api/installing.ts.
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    Object.assign(globalThis, { installOffer: event });
    dispatchEvent(new Event("install-offer"));
  });
  showPreferences();
  choosePage();
  if (PerformanceObserver.supportedEntryTypes.includes("paint")) {
    new PerformanceObserver((list) => {
      // The very first paint may be the background alone.
      if (list.getEntriesByName("first-contentful-paint").length > 0) setTimeout(drawAndStart);
    }).observe({ type: "paint", buffered: true });
  }
  if (root.dataset["page"] === "app") document.addEventListener("DOMContentLoaded", start);
  addEventListener("load", () => setTimeout(drawAndStart, START_AT_THE_LATEST_MS));
}
