import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { type Manifest, writePages } from "./writePages.ts";

const PORTAL = "dist/portal";
/** Built beside the portal and put in its place when complete: whoever reads it never finds half of it. */
const OUT = "dist/portal.next";
const PRERENDER = "dist/prerender";
const COMPRESSED = new Set([".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt"]);

/** Builds the portal: scripts and styles, the prerendered login, compressed copies of everything. */
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
  await compressAll();
  await rm(PORTAL, { recursive: true, force: true });
  await rename(OUT, PORTAL);
  console.log(`Built the portal in ${Math.round(performance.now() - started)} ms.`);
}

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

async function compressAll(): Promise<void> {
  const entries = await readdir(OUT, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSED.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      await writeFile(`${file}.br`, await brotli(content, options));
      await writeFile(`${file}.gz`, await gz(content, { level: 9 }));
    }),
  );
}

await buildPortal();
