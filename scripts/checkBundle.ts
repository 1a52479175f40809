import { readdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Request } from "@playwright/test";
import { BROWSER_ARGS, findBrowser } from "./findBrowser.ts";
import { compressedSize, servePortal } from "./servePortal.ts";

const OUT = "dist/portal";
const SCRIPT_BUDGET = 90 * 1024;
const TOTAL_BUDGET = 160 * 1024;

type Loaded = { path: string; kind: string; bytes: number };

/**
 * Opens the built login in a browser that has never been there and prints what it fetched before
 * anybody touched it, in bytes on the wire with their headers. Fails over budget: the scripts, and
 * everything together. Below, for information, all scripts of the product.
 */
async function checkBundle(): Promise<void> {
  const loaded = await loadLogin();
  const sum = (kind?: string) =>
    loaded.reduce(
      (total, file) => total + (kind === undefined || file.kind === kind ? file.bytes : 0),
      0,
    );
  for (const file of loaded.toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(`${kb(file.bytes)}  ${file.kind.padEnd(10)} ${file.path}`);
  }
  const [scripts, total] = [sum("script"), sum()];
  console.log(`${kb(scripts)}  scripts of the first route, of ${kb(SCRIPT_BUDGET)}`);
  console.log(`${kb(total)}  everything of the first route, of ${kb(TOTAL_BUDGET)}`);
  console.log(`${kb(allScripts())}  all scripts of the portal, in both languages`);
  if (scripts === 0) throw new Error("The login fetched no script: its size says nothing.");
  if (loaded.some(({ kind }) => kind === "stylesheet")) {
    console.error("The login fetched a sheet whose styles are in the document.");
    process.exitCode = 1;
  }
  if (scripts > SCRIPT_BUDGET || total > TOTAL_BUDGET) {
    console.error("The first route is over budget.");
    process.exitCode = 1;
  }
}

async function loadLogin(): Promise<Loaded[]> {
  const server = await servePortal(OUT);
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: BROWSER_ARGS,
  });
  try {
    const page = await browser.newPage();
    const requests: Request[] = [];
    page.on("requestfinished", (request) => requests.push(request));
    await page.goto(`${server.url}/login`);
    // The program is asked for after the first paint; then nothing more for half a second is the end.
    await page.waitForSelector("link[rel=modulepreload]", { state: "attached" });
    await page.waitForLoadState("networkidle");
    return await Promise.all(requests.map(measure));
  } finally {
    await browser.close();
    server.close();
  }
}

async function measure(request: Request): Promise<Loaded> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  return {
    path: new URL(request.url()).pathname,
    kind: request.resourceType(),
    bytes: responseBodySize + responseHeadersSize,
  };
}

function allScripts(): number {
  return readdirSync(join(OUT, "assets"))
    .filter((name) => name.endsWith(".js"))
    .reduce((sum, name) => sum + compressedSize(join(OUT, "assets", name)), 0);
}

const kb = (bytes: number) => `${(bytes / 1024).toFixed(1).padStart(6)} KB`;

await checkBundle();
