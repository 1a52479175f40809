import { brand } from "#brand";
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { paths } from "#portal/paths.ts";
import { shell as shellTexts } from "#portal/texts/en/shell.ts";

/** What Vite says it built, by source file. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[]; isEntry?: boolean }
>;

type Prerendered = { html: string; title: string; description: string; noScript: string };

type Parts = {
  styles: string;
  styleFiles: string[];
  early: string;
  /** The program, then the chunks it needs at once. */
  program: string[];
  /** What a member's screens are made of beside the program, by where the early script looks for it. */
  ahead: Record<string, string[]>;
  /** The texts of the signed-out pages. */
  texts: Record<"en" | "fil", string>;
};

/** Sources for the Content-Security-Policy, which the server reads from csp.json. */
export type CspHashes = { script: string[]; style: string[] };

/**
 * Writes login.en.html, login.fil.html, app.html and offline.html, which is app.html for whoever has no connection
 * (src/portal/worker). The styles of the first page and the early
 * script are inside the document, so the first paint waits for nothing but the document itself.
 */
export async function writePages(
  out: string,
  manifest: Manifest,
  prerender: (language: "en" | "fil") => Prerendered,
): Promise<CspHashes> {
  const parts = await collectParts(out, manifest);
  for (const language of ["en", "fil"] as const) {
    const page = prerender(language);
    await writeFile(join(out, `login.${language}.html`), document(parts, language, "login", page));
  }
  const { title, description, noScript } = prerender("en");
  const shell = { html: "", title: title.split(" · ").at(-1) ?? title, description, noScript };
  await writeFile(join(out, "app.html"), document(parts, "en", "app", shell));
  await writeFile(join(out, "offline.html"), document(parts, "en", "app", shell, " data-offline"));
  await writeFile(
    join(out, "manifest.webmanifest"),
    `${JSON.stringify(webManifest(description))}\n`,
  );
  return { script: [cspHash(parts.early)], style: [cspHash(parts.styles)] };
}

async function collectParts(out: string, manifest: Manifest): Promise<Parts> {
  const early = chunk(manifest, "early.ts");
  const files = closure(manifest, "main.tsx");
  const ahead = (known: string[], ...names: string[]) =>
    filesOf(
      manifest,
      names.flatMap((name) => closure(manifest, name)).filter((name) => !known.includes(name)),
    );
  const fileOf = (name: string) => `/${chunk(manifest, name).file}`;
  const around = ["api/session.ts", "routes.tsx"].flatMap((name) => closure(manifest, name));
  const styleFiles = [...new Set(files.flatMap((name) => chunk(manifest, name).css ?? []))];
  const styles = await Promise.all(styleFiles.map((file) => readFile(join(out, file), "utf8")));
  const earlyCode = await readFile(join(out, early.file), "utf8");
  await rm(join(out, early.file));
  return {
    styles: styles.join("").trim(),
    styleFiles,
    early: earlyCode.trim(),
    program: files.map((name) => chunk(manifest, name).file),
    ahead: {
      session: [...ahead(files, "api/session.ts", "routes.tsx"), ...FONTS.map(fileOf)],
      en: ahead(files, "texts/en/signedOut.ts", "texts/en/member.ts"),
      fil: ahead(files, "texts/fil/signedOut.ts", "texts/fil/member.ts"),
      [paths.transferFunds]: ahead([...files, ...around], "transfers/TransferFundsPage.tsx"),
      [paths.transactionHistory]: ahead(
        [...files, ...around],
        "history/TransactionHistoryPage.tsx",
      ),
    },
    texts: {
      en: chunk(manifest, "texts/en/signedOut.ts").file,
      fil: chunk(manifest, "texts/fil/signedOut.ts").file,
    },
  };
}

function chunk(manifest: Manifest, name: string): Manifest[string] {
  const found = manifest[name];
  if (found === undefined) throw new Error(`The build has no ${name}.`);
  return found;
}

/** What the words are drawn with. */
const FONTS = ["../ui/fonts/plex-core.woff2", "../ui/fonts/plex-peso.woff2"];

/** Scripts and sheets of these chunks. */
function filesOf(manifest: Manifest, names: readonly string[]): string[] {
  const files = names.flatMap((name) => [
    ...(chunk(manifest, name).css ?? []),
    chunk(manifest, name).file,
  ]);
  return [...new Set(files)].map((file) => `/${file}`);
}

/** A chunk and all it imports at once, itself first. */
function closure(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  for (const imported of chunk(manifest, name).imports ?? []) closure(manifest, imported, seen);
  return [...seen];
}

function document(
  parts: Parts,
  language: "en" | "fil",
  page: "login" | "app",
  content: Prerendered,
  mark = "",
): string {
  const texts = page === "login" ? [parts.texts[language]] : [];
  // No link to a sheet stands here: browsers fetch ahead what they see, disabled or not.
  const program = [...parts.program, ...texts, ...parts.styleFiles].map((file) => `/${file}`);
  // The login's document stays as small as it is, and without a connection nothing is fetched.
  const ahead = Object.entries(page === "app" && mark === "" ? parts.ahead : {}).map(
    ([name, files]) =>
      `\n<script type="application/json" id="ahead:${name}">${JSON.stringify(files)}</script>`,
  );
  return `<!doctype html>
<html lang="${language}" data-page="${page}"${mark}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${content.title}</title>
<meta name="description" content="${content.description}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${brand.themeColor.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${brand.themeColor.dark}">
<meta name="format-detection" content="telephone=no">
<script>${parts.early}</script>
<style>${parts.styles}</style>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="/icons/icon-180.png">
<script type="application/json" id="program">${JSON.stringify(program)}</script>${ahead.join("")}
</head>
<body>
<div id="shell" aria-hidden="true"><i class="bar"></i><i class="tabs"></i><i class="title"></i><i class="sheet"></i></div>
<noscript><p>${content.noScript}</p></noscript>
<div id="root">${content.html}</div>
</body>
</html>
`;
}

/** The places that a long press on the icon leads to. */
const SHORTCUTS = [
  {
    name: shellTexts.transferFunds,
    short_name: shellTexts.tabs.transfer,
    url: paths.transferFunds,
  },
  {
    name: shellTexts.transactionHistory,
    short_name: shellTexts.tabs.history,
    url: paths.transactionHistory,
  },
  { name: shellTexts.safety, url: paths.safety },
];

/** Pictures of the demo bank (`npm run pictures -- --documents`), which a browser shows before it installs. */
const SCREENSHOTS = [
  { file: "narrow-dashboard.png", size: "390x844", form_factor: "narrow" },
  { file: "narrow-history.png", size: "390x844", form_factor: "narrow" },
  { file: "wide-dashboard.png", size: "1280x800", form_factor: "wide" },
];

/** What a phone needs to put the portal on its home screen. */
function webManifest(description: string) {
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/icons/${file}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    id: "/",
    name: brand.portal,
    short_name: brand.product,
    description,
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone",
    categories: ["finance"],
    background_color: brand.themeColor.light,
    theme_color: brand.themeColor.light,
    icons: [
      icon("icon-192.png", 192, "any"),
      icon("icon-512.png", 512, "any"),
      icon("icon-maskable-512.png", 512, "maskable"),
    ],
    shortcuts: SHORTCUTS.map((shortcut) => ({
      ...shortcut,
      icons: [icon("icon-192.png", 192, "any")],
    })),
    screenshots: SCREENSHOTS.map(({ file, size, form_factor }) => ({
      src: `/screenshots/${file}`,
      sizes: size,
      type: "image/png",
      form_factor,
    })),
  };
}

function cspHash(content: string): string {
  return `sha256-${createHash("sha256").update(content).digest("base64")}`;
}
