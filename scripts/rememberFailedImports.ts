import type { Plugin } from "vite";

const IMPORT = /\bimport\((["'`])(\.{1,2}\/[^"'`]+\.js)\1\)/g;

/**
 * Has each import() of a built file tell importAgain (src/client/importAgain.ts) of its failure: many a
 * browser keeps a failed fetch of a module for as long as the page is open (HTML, "fetch a single module
 * script", the module map), so that without this a moment offline would be for ever. For the same reason
 * the scripts that an import() needs besides are not preloaded: what fails beside it stays failed.
 */
export function rememberFailedImports(): Plugin {
  return {
    name: "remember-failed-imports",
    // What prerenders runs where the files are.
    apply: ({ build }) => build?.ssr !== true,
    config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: styles } } }),
    renderChunk: (code) => ({ code: catchFailures(code), map: null }),
  };
}

function catchFailures(code: string): string {
  return code.replace(
    IMPORT,
    (found, _quote, file: string) =>
      `${found}.catch((e)=>globalThis.importAgain(new URL("${file}",import.meta.url).href,e))`,
  );
}

function styles(_file: string, needed: string[]): string[] {
  return needed.filter((file) => file.endsWith(".css"));
}
