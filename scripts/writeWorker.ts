import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "vite";

const ASSETS = "assets";
const OFFLINE_PAGE = "offline.html";

/**
 * Builds the service worker into the portal's folder, with the list of what it keeps: every file whose name changes
 * with its contents, and the page for when nothing can be reached. Not serwist: its plugin lists what Vite wrote,
 * while the pages are written afterwards, and its runtime brings routes and strategies of which this needs none.
 */
export async function writeWorker(out: string): Promise<void> {
  const names = (await readdir(join(out, ASSETS))).toSorted();
  const page = await readFile(join(out, OFFLINE_PAGE));
  const name = createHash("sha256").update(JSON.stringify(names)).update(page).digest("hex");
  const files = [...names.map((file) => `/${ASSETS}/${file}`), `/${OFFLINE_PAGE}`];
  const release = { name: name.slice(0, 16), files };
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { RELEASE: JSON.stringify(release) },
    build: {
      outDir: resolve(out),
      emptyOutDir: false,
      target: ["chrome105", "safari16", "firefox115"],
      reportCompressedSize: false,
      lib: {
        entry: resolve("src/portal/worker/serviceWorker.ts"),
        formats: ["iife"],
        name: "worker",
        fileName: () => "sw.js",
      },
    },
  });
}
