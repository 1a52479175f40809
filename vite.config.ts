import react from "@vitejs/plugin-react";
import { resolve } from "node:path";
import { defineConfig } from "vite";
import { prefixJoiners } from "./scripts/prefixJoiners.ts";
import { rememberFailedImports } from "./scripts/rememberFailedImports.ts";

type Modules = { getModuleInfo: (id: string) => { importedIds: string[] } | null };

/** The chunk's name for every module that main.tsx imports, directly or not, before any interaction. */
function firstPage(id: string, modules: Modules): string | null {
  firstModules ??= importedBy(resolve("src/portal/main.tsx"), modules);
  return firstModules.has(id) ? "first" : null;
}

let firstModules: Set<string> | undefined;

function importedBy(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  // The icons' list names them all, whoever shows them: each page brings its own.
  if (id.includes("/lucide-react/dist/esm/lucide-react.")) return found;
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? [])
    importedBy(imported, modules, found);
  return found;
}

/** The member portal. `npm run build` (scripts/build.ts) adds the prerendered pages to this. */
export default defineConfig({
  root: "src/portal",
  publicDir: "../../public",
  plugins: [react(), prefixJoiners(), rememberFailedImports()],
  build: {
    outDir: "../../dist/portal",
    emptyOutDir: true,
    manifest: true,
    // A data: URL would break font-src 'self'.
    assetsInlineLimit: 0,
    target: ["chrome105", "safari16", "firefox115"],
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        early: "src/portal/early.ts",
        main: "src/portal/main.tsx",
      },
      output: {
        // One file of what the first page needs: less to ask for, and it compresses better.
        codeSplitting: { groups: [{ name: firstPage }] },
      },
    },
  },
  // The one package has dependencies of server and browser; only these are the browser's.
  optimizeDeps: { include: ["react", "react-dom/client", "react-router"] },
});
