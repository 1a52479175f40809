import react from "@vitejs/plugin-react";
import { resolve } from "node:path";
import { defineConfig } from "vite";
import { prefixJoiners } from "./scripts/prefixJoiners.ts";
import { rememberFailedImports } from "./scripts/rememberFailedImports.ts";

type Modules = {
  getModuleInfo: (id: string) => { importedIds: string[]; dynamicallyImportedIds: string[] } | null;
};

/**
 * One file each of what a page needs at once: less to ask for, and it compresses better. What main.tsx imports,
 * directly or not, before any interaction; what opens a session; what stands around every screen of a member, the
 * part that signed-out pages have as well by itself. A chunk takes what it imports along, so the order counts.
 */
const GROUPS = ["first", "calls", "shared", "screens"].map((group, place, { length }) => ({
  name: (id: string, modules: Modules): string | null => {
    groups ??= groupsOf(modules);
    return groups.get(id) === group ? group : null;
  },
  // The larger comes first; the least is 0.
  priority: length - place,
}));

let groups: Map<string, string> | undefined;

function groupsOf(modules: Modules): Map<string, string> {
  const portal = (name: string) => resolve("src/portal", name);
  const first = importedBy(portal("main.tsx"), modules);
  const routes = portal("routes.tsx");
  const screens = importedBy(routes, modules);
  // By itself, so that it can be asked for again (src/client/importAgain.ts).
  screens.delete(routes);
  // A set's loop goes on to what is put into it meanwhile: pages, and what these fetch later.
  const signedOut = new Set([routes, ...first]);
  for (const id of signedOut)
    if (id !== routes)
      for (const page of modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
        importedBy(page, modules, signedOut);
  const named = new Map<string, string>();
  const name = (group: string, ids: Iterable<string>) => {
    for (const id of ids) if (!named.has(id)) named.set(id, group);
  };
  name("first", first);
  name("calls", importedBy(portal("api/session.ts"), modules));
  name(
    "shared",
    [...screens].filter((id) => signedOut.has(id)),
  );
  name("screens", screens);
  return named;
}

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
        // What prerenders is no page.
        codeSplitting: isSsrBuild === true ? true : { groups: GROUPS },
      },
    },
  },
  // The one package has dependencies of server and browser; only these are the browser's.
  optimizeDeps: { include: ["react", "react-dom/client", "react-router"] },
}));
