import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { prefixJoiners } from "./scripts/prefixJoiners.ts";
import { rememberFailedImports } from "./scripts/rememberFailedImports.ts";

/** The staff console, served under /console. `npm run build` (scripts/build.ts) writes its one page. */
export default defineConfig({
  root: "src/console",
  base: "/console/",
  publicDir: false,
  plugins: [react(), prefixJoiners(), rememberFailedImports()],
  build: {
    outDir: "../../dist/console",
    emptyOutDir: true,
    manifest: true,
    // A data: URL would break font-src 'self'.
    assetsInlineLimit: 0,
    target: ["chrome105", "safari16", "firefox115"],
    reportCompressedSize: false,
    rolldownOptions: {
      input: { early: "src/console/early.ts", main: "src/console/main.tsx" },
    },
  },
});
