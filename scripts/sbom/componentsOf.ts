/** What npm's lock file says of one package. */
type Locked = { version?: string; integrity?: string; license?: string; dev?: boolean };

export type Component = {
  type: "library";
  name: string;
  version: string;
  purl: string;
  hashes: { alg: "SHA-512"; content: string }[];
  licenses: { license: { name: string } }[];
};

/** The packages of a lock file that a release runs on, as CycloneDX 1.5 describes components. */
export function componentsOf(packages: Record<string, Locked>): Component[] {
  const components = Object.entries(packages).flatMap(([place, locked]): Component[] => {
    const { version, integrity, license, dev } = locked;
    if (place === "" || dev === true || version === undefined || integrity === undefined) return [];
    const name = place.replace(/^.*node_modules\//, "");
    return [
      {
        type: "library",
        name,
        version,
        purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
        hashes: [{ alg: "SHA-512", content: hexOf(integrity) }],
        licenses: license === undefined ? [] : [{ license: { name: license } }],
      },
    ];
  });
  const byPurl = new Map(components.map((component) => [component.purl, component]));
  return [...byPurl.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
}
