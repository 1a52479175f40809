import { readFileSync } from "node:fs";
import { componentsOf } from "./sbom/componentsOf.ts";

// Prints what a release is made of, as CycloneDX 1.5 in JSON, from package-lock.json. npm sbom --omit=dev leaves out
// what a tool of development needs as well: 88 of 244 components, pg and zod among them.

const { version, packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  version: string;
  packages: Parameters<typeof componentsOf>[0];
}; // npm's own
const list = {
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: { component: { type: "application", name: "online-bank", version } },
  components: componentsOf(packages),
};
console.log(JSON.stringify(list, null, 2));
