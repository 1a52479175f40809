import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { compressedSize } from "./servePortal.ts";
import type { Manifest } from "./writePages.ts";

const OUT = "dist/portal";
const LOGIN_BUDGET = 90 * 1024;
const TOTAL_BUDGET = 160 * 1024;

/**
 * Prints what the portal's scripts weigh on the wire (brotli) and fails over budget: what the login
 * fetches by itself, and everything a member can ever fetch in one language.
 */
async function checkBundle(): Promise<void> {
  // Written by scripts/build.ts from Vite's own manifest.
  const manifest = JSON.parse(await readFile("dist/meta/manifest.json", "utf8")) as Manifest;
  const login = new Set<string>();
  for (const name of ["boot.ts", "main.tsx", "texts/en/signedOut.ts"])
    follow(manifest, name, login);
  const assets = (await readdir(join(OUT, "assets"))).map((name) => `assets/${name}`);
  const scripts = assets.filter((file) => file.endsWith(".js"));
  const filipino = new Set(
    Object.entries(manifest).flatMap(([source, { file }]) =>
      source.startsWith("texts/fil/") ? [file] : [],
    ),
  );

  const sizeOf = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + compressedSize(join(OUT, file)), 0);
  for (const file of scripts.toSorted((a, b) => sizeOf([b]) - sizeOf([a]))) {
    console.log(`${login.has(file) ? "login " : "      "} ${kb(sizeOf([file]))}  ${file}`);
  }
  const loginSize = sizeOf(login);
  const totalSize = sizeOf(scripts.filter((file) => !filipino.has(file)));
  console.log(`login  ${kb(loginSize)} of ${kb(LOGIN_BUDGET)}`);
  console.log(`all    ${kb(totalSize)} of ${kb(TOTAL_BUDGET)}`);
  console.log(`styles ${kb(sizeOf(assets.filter((file) => file.endsWith(".css"))))}`);
  for (const page of ["login.en.html", "login.fil.html", "app.html"]) {
    console.log(`page   ${kb(sizeOf([page]))}  ${page}`);
  }
  if (loginSize > LOGIN_BUDGET || totalSize > TOTAL_BUDGET) {
    console.error("The scripts are over budget.");
    process.exitCode = 1;
  }
}

function follow(manifest: Manifest, name: string, files: Set<string>): void {
  const chunk = manifest[name];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) follow(manifest, imported, files);
}

const kb = (bytes: number) => `${(bytes / 1024).toFixed(1).padStart(6)} KB`;

await checkBundle();
