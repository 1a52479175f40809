import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { Config } from "#server/platform/config/config.ts";
import { securityHeaders } from "#server/platform/http/headers.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/**
 * Serves the built portal as the API does, with its headers but without any call: for measuring
 * and for looking at the signed-out pages. `page` is one more page, by its path. The answer closes it.
 */
export async function servePortal(
  publicDir: string,
  page?: { path: string; html: string },
): Promise<{ url: string; close: () => void }> {
  // securityHeaders looks at these two only.
  const headers = securityHeaders({ PUBLIC_DIR: publicDir, NODE_ENV: "development" } as Config);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname.startsWith("/api/")) {
      response.writeHead(503, { "content-type": "application/json" });
      response.end('{"status":false,"message":"This server has no API."}');
      return;
    }
    if (page?.path === pathname) {
      response.writeHead(200, { ...headers, "content-type": TYPES[".html"] ?? "" });
      response.end(page.html);
      return;
    }
    const isFilipino = /(^|; )lang=fil/.test(request.headers.cookie ?? "");
    const file = fileFor(publicDir, pathname, isFilipino);
    const accepts = String(request.headers["accept-encoding"]);
    const encoded = accepts.includes("br") && existsSync(`${file}.br`);
    response.writeHead(200, {
      ...headers,
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "cache-control": pathname.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : "no-cache",
      vary: "Accept-Encoding",
      ...(encoded ? { "content-encoding": "br" } : {}),
    });
    createReadStream(encoded ? `${file}.br` : file).pipe(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: () => server.close() };
}

function fileFor(publicDir: string, pathname: string, isFilipino: boolean): string {
  if (pathname === "/" || pathname === "/login") {
    return join(publicDir, isFilipino ? "login.fil.html" : "login.en.html");
  }
  const file = join(publicDir, normalize(pathname));
  return existsSync(file) && statSync(file).isFile() ? file : join(publicDir, "app.html");
}

/** The bytes a page weighs on the wire, for a file that was compressed at build. */
export function compressedSize(file: string): number {
  return readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length;
}
