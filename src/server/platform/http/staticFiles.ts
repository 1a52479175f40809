import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import { languageOf } from "./answerCall.ts";
import { readCookies } from "./cookies.ts";

/** What may leave the folder. Anything else in it (maps, hashes) is not there. */
const CONTENT_TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const ENCODINGS = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

type StaticFile = {
  contentType: string;
  plain: Buffer;
  encoded: { name: string; bytes: Buffer }[];
};

/** Without one of these there is no portal to serve. */
const PAGES = ["/login.en.html", "/login.fil.html", "/app.html"];

const NOT_BUILT = "This page has not been built: npm run build\n";
/** The worker: a new release is found at once, and it stands for the whole portal. */
const WORKER = "/sw.js";
const FOR_EVER = "public, max-age=31536000, immutable";
const CONSOLE = "/console";
const CONSOLE_PAGE = `${CONSOLE}/index.html`;

/**
 * Serves the built console as makePortalServer the portal: its one page for every address below
 * /console, its scripts and styles under /console/assets for ever.
 */
export function makeConsoleServer(
  config: Config,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const read = () => readBuilt(config.CONSOLE_DIR, CONSOLE, [CONSOLE_PAGE]);
  let files = read();
  return (request, reply) => {
    const pathname = request.url.split("?")[0] ?? "/";
    const isAsset = pathname.startsWith(`${CONSOLE}/assets/`);
    if (files.size === 0) files = read();
    const file = files.get(isAsset ? pathname : CONSOLE_PAGE);
    if (file) {
      if (isAsset) void reply.header("cache-control", FOR_EVER);
      send(file, request, reply);
      return;
    }
    const [code, text] = isAsset ? [404, "Not found\n"] : [503, NOT_BUILT];
    void reply.code(code).type("text/plain").send(text);
  };
}

/** True for the console's page and files. */
export const isConsolePath = (url: string): boolean => /^\/console(?:[/?]|$)/.test(url);

/**
 * Serves the built portal from memory: scripts and styles under /assets for ever (their names change
 * with their contents), the login page in the cookie's language, else the browser's, and the shell for every other page
 * of the portal. Only files that were in the folder when it was read exist: a later build changes
 * nothing until the next start. A folder without a portal is looked at again with every page asked
 * for; `onRead` hears when the portal was found there.
 */
export function makePortalServer(
  config: Config,
  onRead: (reply: FastifyReply) => void = () => undefined,
): (request: FastifyRequest, reply: FastifyReply) => void {
  let files = readBuilt(config.PUBLIC_DIR, "", PAGES);
  return (request, reply) => {
    const pathname = request.url.split("?")[0] ?? "/";
    const chosen = readCookies(request.headers)["lang"];
    const page = pageFor(pathname, chosen ?? languageOf(request));
    if (files.size === 0 && page !== undefined) {
      files = readBuilt(config.PUBLIC_DIR, "", PAGES);
      if (files.size > 0) onRead(reply);
    }
    const file = files.get(page ?? pathname);
    if (!file && page) {
      void reply.code(503).type("text/plain").send(NOT_BUILT);
      return;
    }
    if (!file) {
      void reply.code(404).type("text/plain").send("Not found\n");
      return;
    }
    if (!page) void reply.header("cache-control", cacheControl(pathname));
    if (pathname === WORKER) void reply.header("service-worker-allowed", "/");
    send(file, request, reply);
  };
}

/** The document for a path of the portal; undefined when the path names a file. */
function pageFor(pathname: string, language: string | undefined): string | undefined {
  if (pathname === "/" || pathname === "/login") {
    return language === "fil" ? "/login.fil.html" : "/login.en.html";
  }
  const isFile = pathname.startsWith("/assets/") || /\/\.|\.[A-Za-z0-9]+$/.test(pathname);
  return isFile ? undefined : "/app.html";
}

function cacheControl(pathname: string): string {
  if (pathname.startsWith("/assets/")) return FOR_EVER;
  return pathname === WORKER ? "no-cache" : "public, max-age=3600";
}

function send(file: StaticFile, request: FastifyRequest, reply: FastifyReply): void {
  const accepted = request.headers["accept-encoding"];
  const accepts = typeof accepted === "string" ? accepted.split(/\s*,\s*/) : [];
  const encoded = file.encoded.find(({ name }) => accepts.includes(name));
  void reply.type(file.contentType).header("vary", "Accept-Encoding, Accept-Language, Cookie");
  if (encoded) void reply.header("content-encoding", encoded.name);
  void reply.send(encoded?.bytes ?? file.plain);
}

/** The files under their paths; none while the folder is missing, incomplete, or being replaced. */
function readBuilt(
  folder: string,
  prefix: string,
  pages: readonly string[],
): Map<string, StaticFile> {
  try {
    const files = readFiles(folder, prefix);
    return pages.every((page) => files.has(page)) ? files : new Map();
  } catch (error) {
    // A build took the files away while they were read.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Map();
    throw error;
  }
}

function readFiles(folder: string, prefix: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return files;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const contentType = CONTENT_TYPES[path.extname(name)];
    const file = path.join(folder, name);
    if (contentType === undefined || !statSync(file).isFile()) continue;
    const encoded = ENCODINGS.flatMap(({ name: encoding, suffix }) =>
      statSync(file + suffix, { throwIfNoEntry: false })
        ? [{ name: encoding, bytes: readFileSync(file + suffix) }]
        : [],
    );
    const key = `${prefix}/${name.split(path.sep).join("/")}`;
    files.set(key, { contentType, plain: readFileSync(file), encoded });
  }
  return files;
}
