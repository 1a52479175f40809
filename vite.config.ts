import react from "@vitejs/plugin-react";
import { resolve } from "node:path";
import { defineConfig } from "vite";
import { prefixJoiners } from "./scripts/prefixJoiners.ts";
import { rememberFailedImports } from "./scripts/rememberFailedImports.ts";

type Imports = { importedIds: string[]; dynamicallyImportedIds: string[] };
type Modules = { getModuleInfo: (id: string) => Imports | null };

const PROGRAM = resolve("src/portal/main.tsx");
const MEMBER_PROGRAM = resolve("src/portal/routes.tsx");

/** Those that come first take what the later ones need of them. */
const CHUNKS = ["first", "shared", "signedIn"];
const groupOf = (name: string, index: number) => ({
  name: (id: string, modules: Modules) => (chunkOf(id, modules) === name ? name : null),
  priority: CHUNKS.length - index,
  debugName: name,
});

/**
 * The chunk of a module that never comes without others: "first" is what main.tsx imports, directly or
 * not, before any interaction, "signedIn" what routes.tsx imports, and "shared" what it imports and a
 * guest's pages may ask for too. One file of each: less to ask for, and it compresses better.
 */
function chunkOf(id: string, modules: Modules): string | null {
  chunks ??= findChunks(modules);
  return chunks.get(id) ?? null;
}

let chunks: Map<string, string> | undefined;

function findChunks(modules: Modules): Map<string, string> {
  const atOnce = (id: string) => modules.getModuleInfo(id)?.importedIds ?? [];
  const everything = (id: string) =>
    id === MEMBER_PROGRAM
      ? []
      : [...atOnce(id), ...(modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])];
  const guests = reachedFrom(PROGRAM, everything);
  const member = [...reachedFrom(MEMBER_PROGRAM, atOnce)].map(
    (id) => [id, id !== MEMBER_PROGRAM && guests.has(id) ? "shared" : "signedIn"] as const,
  );
  const first = [...reachedFrom(PROGRAM, atOnce)].map((id) => [id, "first"] as const);
  return new Map([...member, ...first]);
}

/** A module and all that it leads to. */
function reachedFrom(id: string, next: (id: string) => string[], found = new Set<string>()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const one of next(id)) reachedFrom(one, next, found);
  return found;
}

/** The member portal. `npm run build` (scripts/build.ts) adds the prerendered pages to this. */
export default defineConfig(({ isSsrBuild }) => ({
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
        // What is drawn beforehand runs on the server, in one go.
        ...(isSsrBuild ? {} : { codeSplitting: { groups: CHUNKS.map(groupOf) } }),
      },
    },
  },
  // The one package has dependencies of server and browser; only these are the browser's.
  optimizeDeps: { include: ["react", "react-dom/client", "react-router"] },
}));
