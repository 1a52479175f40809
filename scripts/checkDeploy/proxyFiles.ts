import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "./tools.ts";

export type ProxyPlaces = { configuration: string; certificate: string };
export type ProxyPorts = { http: number; https: number; api: number };

/** The name in the example, which the check keeps. */
export const PORTAL_NAME = "online.example.com";

/** The example's site for one machine: its ports, its folder. Throws when a place is not found. */
export function fitSite(text: string, folder: string, ports: ProxyPorts): string {
  return change(text, [
    [/^ *listen \[::\].*\n/gm, ""],
    [/listen 80;/g, `listen 127.0.0.1:${ports.http};`],
    [/listen 443 /g, `listen 127.0.0.1:${ports.https} `],
    [/\/etc\/nginx\//g, `${folder}/`],
    [/\/var\/log\/nginx\//g, `${folder}/`],
  ]);
}

/** The example's processes: one of them is the bank's, the other is not there, and is never missed. */
export function fitUpstreams(text: string, { api }: ProxyPorts): string {
  return change(text, [
    [/127\.0\.0\.1:8081 /g, `127.0.0.1:${api} `],
    [/127\.0\.0\.1:8082 /g, "127.0.0.1:9 "],
  ]);
}

function change(text: string, changes: [RegExp, string][]): string {
  return changes.reduce((fitted, [from, to]) => {
    if (fitted.search(from) < 0) throw new Error(`the proxy's example has no ${from.source}`);
    return fitted.replaceAll(from, to);
  }, text);
}

/** Writes the example, with a certificate of its own signature, into a folder. */
export function writeProxy(folder: string, ports: ProxyPorts): ProxyPlaces {
  const certificate = path.join(folder, "tls", "bank.crt");
  mkdirSync(path.join(folder, "tls"), { recursive: true });
  const subject = ["-subj", `/CN=${PORTAL_NAME}`, "-addext", `subjectAltName=DNS:${PORTAL_NAME}`];
  const keyFile = path.join(folder, "tls", "bank.key");
  const kind = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(
    " ",
  );
  run("openssl", [...kind, "-keyout", keyFile, "-out", certificate, ...subject]);
  for (const name of ["bank-offices.conf", "bank-partners.conf"]) {
    writeFileSync(path.join(folder, name), readFileSync(path.join("deploy/proxy", name)));
  }
  const site = path.join(folder, "site.conf");
  writeFileSync(site, fitSite(readFileSync("deploy/proxy/bank.conf", "utf8"), folder, ports));
  writeFileSync(
    path.join(folder, "bank-upstreams.conf"),
    fitUpstreams(readFileSync("deploy/proxy/bank-upstreams.conf", "utf8"), ports),
  );
  const configuration = path.join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    configuration,
    [
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log warn;`,
      process.getuid?.() === 0 ? "user root;" : "",
      "events { worker_connections 1024; }",
      `http { default_type application/octet-stream; ${temporary.join(" ")}`,
      `include ${site}; }`,
    ].join("\n"),
  );
  return { configuration, certificate };
}
