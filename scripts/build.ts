import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { common } from "#console/texts/en/common.ts";
import { compressAll } from "./compress.ts";
import { writeConsolePage } from "./writeConsolePage.ts";
import { type Manifest, writePages } from "./writePages.ts";
import { writeWorker } from "./writeWorker.ts";

const PORTAL = "dist/portal";
/** Built beside the portal and put in its place when complete: whoever reads it never finds half of it. */
const OUT = "dist/portal.next";
const PRERENDER = "dist/prerender";
const CONSOLE = "dist/console";
const CONSOLE_OUT = "dist/console.next";

/** Builds the portal: scripts and styles, the prerendered login, the worker, compressed copies of everything. */
async function buildPortal(): Promise<void> {
  const started = performance.now();
  // Whoever builds, members get the production React: a test runner's NODE_ENV would bring the other.
  process.env["NODE_ENV"] = "production";
  await build({ logLevel: "warn", build: { outDir: join("../..", OUT), emptyOutDir: true } });
  await build({
    logLevel: "warn",
    publicDir: false,
    // Bundled whole, so that it runs from wherever it is written.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: join("../..", PRERENDER),
      manifest: false,
      rolldownOptions: { input: "src/portal/prerender.tsx" },
    },
  });
  // The manifest is Vite's own output of a moment ago.
  const manifest = JSON.parse(await readFile(`${OUT}/.vite/manifest.json`, "utf8")) as Manifest;
  const prerender = await import(pathToFileURL(join(PRERENDER, "prerender.js")).href);
  const hashes = await writePages(OUT, manifest, prerender.prerenderLogin);
  await writeFile(`${OUT}/csp.json`, `${JSON.stringify(hashes)}\n`);
  await mkdir("dist/meta", { recursive: true });
  await writeFile("dist/meta/manifest.json", JSON.stringify(manifest));
  await Promise.all([rm(`${OUT}/.vite`, { recursive: true }), rm(PRERENDER, { recursive: true })]);
  await writeWorker(OUT);
  await compressAll(OUT);
  await rm(PORTAL, { recursive: true, force: true });
  await rename(OUT, PORTAL);
  console.log(`Built the portal in ${Math.round(performance.now() - started)} ms.`);
}

/** Builds the console: scripts, styles and its one page, with compressed copies. */
async function buildConsole(): Promise<void> {
  const started = performance.now();
  await build({
    configFile: "vite.console.config.ts",
    logLevel: "warn",
    build: { outDir: join("../..", CONSOLE_OUT), emptyOutDir: true },
  });
  // As above.
  const manifest = JSON.parse(
    await readFile(`${CONSOLE_OUT}/.vite/manifest.json`, "utf8"),
  ) as Manifest;
  await writeConsolePage(CONSOLE_OUT, manifest, common.noScript);
  await rm(`${CONSOLE_OUT}/.vite`, { recursive: true });
  await compressAll(CONSOLE_OUT);
  await rm(CONSOLE, { recursive: true, force: true });
  await rename(CONSOLE_OUT, CONSOLE);
  console.log(`Built the console in ${Math.round(performance.now() - started)} ms.`);
}

await buildPortal();
await buildConsole();
