import { brand } from "#brand";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "./writePages.ts";

/**
 * Writes index.html, the one document of the console. Nothing is inline, so the policy needs no hash for
 * it: csp.json names none.
 */
export async function writeConsolePage(
  out: string,
  manifest: Manifest,
  noScript: string,
): Promise<void> {
  const chunk = (name: string) => {
    const found = manifest[name];
    if (found === undefined) throw new Error(`The console's build has no ${name}.`);
    return found;
  };
  const main = chunk("main.tsx");
  const files = [main, ...(main.imports ?? []).map(chunk)];
  const styles = [...new Set(files.flatMap(({ css = [] }) => css))];
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${brand.console}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${brand.themeColor.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${brand.themeColor.dark}">
<meta name="format-detection" content="telephone=no">
<script src="/console/${chunk("early.ts").file}"></script>
${styles.map((file) => `<link rel="stylesheet" href="/console/${file}">`).join("\n")}
${files.map(({ file }) => `<link rel="modulepreload" href="/console/${file}">`).join("\n")}
<script type="module" src="/console/${main.file}"></script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<noscript><p>${noScript}</p></noscript>
<div id="root"></div>
</body>
</html>
`;
  await writeFile(join(out, "index.html"), page);
  await writeFile(join(out, "csp.json"), `${JSON.stringify({ script: [], style: [] })}\n`);
}
