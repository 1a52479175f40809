import { expect, test } from "vitest";
import { guessedName } from "#contract/deviceName.ts";
import { browserWords } from "./browserWords.ts";

const named = (agent: string, language: "en" | "fil" = "en") =>
  guessedName(browserWords({ "user-agent": agent }), language);

test.each([
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 13; V2206 Build/TP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/490.0.0.63.82;]",
    "Facebook on Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari on Mac or iPad",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Linux; Android 11; M2006C3LG) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/112.0.0.0 Mobile Safari/537.36 OPR/75.1",
    "Opera on Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Linux"],
  ["curl/8.5.0", "Unknown browser"],
  ["", "Unknown browser"],
  ["Mozilla/5.0 (Android)", "Browser on Android"],
  // The longest, which a text message still carries.
  ["SamsungBrowser/1 (X11; CrOS)", "Samsung Internet on Chromebook"],
])("S221 %s is called %s", (agent, name) => {
  expect(named(agent)).toBe(name);
});

test("S221 S224 nothing of what the browser says is kept but words of ours, however long and whatever it is", () => {
  expect(browserWords({})).toEqual({ browser: "", system: "" });
  expect(named("<script>alert(1)</script> Chrome/<b>1</b> Android")).toBe("Chrome on Android");
  expect(named(`Chrome/1 ${"x".repeat(1_000_000)} Windows`)).toBe("Chrome");
  expect(named("Firefox/1 Windows", "fil")).toBe("Firefox sa Windows");
  expect(named("", "fil")).toBe("Hindi kilalang browser");
});
