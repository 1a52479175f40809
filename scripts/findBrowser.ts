import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** How to launch a browser: its program and what its environment needs besides the usual. */
export type Browser = { executablePath: string; env: Record<string, string> };

/** Of a whole browser, what no test sees and each window pays for; the rest is what Playwright turns off. */
const FEATURES_OFF = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** Arguments for a browser in a container, as root, with nothing going out by itself. */
export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Takes the place of Playwright's own list.
  `--disable-features=${FEATURES_OFF.join(",")}`,
];

/**
 * Finds a Chromium: CHROME_PATH, then the system's, then the one that comes with the packages
 * (unpacked once into .cache/chromium). Throws an Error with a plain sentence when there is none.
 */
export async function findBrowser(
  environment: NodeJS.ProcessEnv = process.env,
  cacheDir: string = path.resolve(".cache/chromium"),
): Promise<Browser> {
  const wanted = environment["CHROME_PATH"];
  if (wanted !== undefined && wanted !== "") {
    if (existsSync(wanted)) return { executablePath: wanted, env: {} };
    throw new Error(`CHROME_PATH is ${wanted}, and there is nothing there.`);
  }
  const found = installed();
  if (found !== undefined && environment["USE_PACKED_CHROMIUM"] !== "1") return found;
  try {
    return await unpackBrowser(cacheDir);
  } catch (error) {
    throw new Error(
      "No browser was found for the end-to-end tests. Install Chromium (Debian: apt-get install chromium) " +
        `or set CHROME_PATH to one. The packed one does not work here: ${String(error)}`,
      { cause: error },
    );
  }
}

/**
 * As findBrowser, for tests: the packed one where it runs, which is the same on every machine and, without
 * the parts of a window, takes a fifth less of a processor than an installed one.
 */
export async function findTestBrowser(): Promise<Browser> {
  if (process.env["CHROME_PATH"]) return findBrowser();
  const found = installed();
  try {
    const packed = await findBrowser({ ...process.env, USE_PACKED_CHROMIUM: "1" });
    const env = { ...process.env, ...packed.env };
    const { status } = spawnSync(packed.executablePath, ["--version"], { env, stdio: "ignore" });
    if (status === 0 || found === undefined) return packed;
  } catch (error) {
    if (found === undefined) throw error;
  }
  return found;
}

function installed(): Browser | undefined {
  const found = USUAL_PLACES.find((place) => existsSync(place));
  return found === undefined ? undefined : { executablePath: found, env: {} };
}

/** The packed browser takes its folder and its way of working from the environment, at its import. */
async function unpackBrowser(cacheDir: string): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(`there is none for ${process.platform}-${process.arch}`);
  }
  mkdirSync(cacheDir, { recursive: true });
  const whole = path.join(cacheDir, ".whole");
  // A half-written program would be used for ever.
  if (!existsSync(whole)) rmSync(path.join(cacheDir, "chromium"), { force: true });

  const before = { ...process.env };
  process.env["TMPDIR"] = cacheDir;
  // Makes it bring its own libraries and fonts, which a bare system lacks.
  process.env["AWS_LAMBDA_JS_RUNTIME"] ??= "nodejs24.x";
  try {
    const { default: packed } = await import("@sparticuz/chromium");
    packed.setGraphicsMode = false;
    const executablePath = await packed.executablePath();
    writeFileSync(path.join(cacheDir, "fonts", "fonts.conf"), fontSettings(cacheDir));
    writeFileSync(whole, "");
    const env = {
      LD_LIBRARY_PATH: path.join(cacheDir, "al2023", "lib"),
      FONTCONFIG_PATH: path.join(cacheDir, "fonts"),
    };
    return { executablePath, env };
  } finally {
    for (const name of ["TMPDIR", "AWS_LAMBDA_JS_RUNTIME", "LD_LIBRARY_PATH", "FONTCONFIG_PATH"]) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** Its own settings know its fonts only where its makers unpack them; without a font no text is drawn. */
function fontSettings(cacheDir: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(cacheDir, "fonts")}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(cacheDir, "fonts-cache")}</cachedir>
</fontconfig>
`;
}
