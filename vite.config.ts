import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { prefixJoiners } from "./scripts/prefixJoiners.ts";

/** The member portal. `npm run build` (scripts/build.ts) adds the prerendered pages to this. */
export default defineConfig({
  root: "src/portal",
  publicDir: "../../public",
  plugins: [react(), prefixJoiners()],
  build: {
    outDir: "../../dist/portal",
    emptyOutDir: true,
    manifest: true,
    // A data: URL would break font-src 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ["chrome105", "safari16", "firefox115"],
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        boot: "src/portal/boot.ts",
        early: "src/portal/early.ts",
        main: "src/portal/main.tsx",
      },
    },
  },
  // The one package has dependencies of server and browser; only these are the browser's.
  optimizeDeps: { include: ["react", "react-dom/client", "react-router"] },
});
