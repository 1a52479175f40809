import type { IncomingHttpHeaders } from "node:http";
import type { DeviceWords } from "#contract/deviceName.ts";

/** What is read of the header: more than any browser sends. */
const READ = 512;

/** In this order: browsers that are made of others name these as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bFB(?:AN|AV|_IAB)\b/, "Facebook"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bHuaweiBrowser\//, "Huawei Browser"],
  [/\bMiuiBrowser\//, "Mi Browser"],
  [/\bHeyTapBrowser\//, "OPPO Browser"],
  [/\bVivoBrowser\//, "Vivo Browser"],
  [/\bUC(?:Browser|WEB)\b/, "UC Browser"],
  [/\bDuckDuckGo\//, "DuckDuckGo"],
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOP(?:R|T|iOS)\/|\bOpera\b/, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const find = (words: typeof BROWSERS, text: string): string =>
  words.find(([mark]) => mark.test(text))?.[1] ?? "";

/**
 * Which browser on which system a call says that it comes from, in words of ours alone: nothing of the header
 * itself is kept or shown. It is what the browser says, and so a help for the memory, never a proof.
 */
export function browserWords(headers: IncomingHttpHeaders): DeviceWords {
  const text = (headers["user-agent"] ?? "").slice(0, READ);
  const browser = find(BROWSERS, text);
  const system = find(SYSTEMS, text);
  // An iPad tells Safari's sites that it is a Mac.
  return { browser, system: browser === "Safari" && system === "Mac" ? "Mac or iPad" : system };
}
