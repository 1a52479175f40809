import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startOwnBank } from "#test/support/ownBank.ts";
import { freePort } from "#test/support/freePort.ts";
import { PORTAL_NAME, type ProxyPorts, writeProxy } from "./proxyFiles.ts";
import { run, type Tool } from "./tools.ts";
import { tryPortal } from "./tryPortal.ts";

const STARTS_WITHIN_MS = 10_000;

export const proxyTools: readonly Tool[] = [
  { command: "nginx", package: "nginx-light" },
  { command: "openssl", package: "openssl" },
  { command: "sslscan", package: "sslscan" },
];

/**
 * Starts a bank of its own and nginx with the example in front of it, and does through it what browsers and
 * strangers do. Answers what was seen, a line each; throws at the first thing that is not as it must be.
 */
export async function checkProxy(say: (text: string) => void): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "bank-proxy-"));
  const https = await freePort();
  const bank = await startOwnBank(
    "proxy",
    { TRUSTED_PROXIES: "127.0.0.1", PUBLIC_ORIGIN: `https://${PORTAL_NAME}`, LOG_LEVEL: "info" },
    say,
  );
  let nginx: ChildProcess | undefined;
  try {
    const ports: ProxyPorts = { http: await freePort(), https, api: bank.stack.options.port };
    const { configuration, certificate } = writeProxy(folder, ports);
    const test = run("nginx", ["-t", "-p", folder, "-c", configuration]);
    nginx = spawn("nginx", ["-p", folder, "-c", configuration], { stdio: "ignore" });
    await listening(ports.https, nginx);
    const tried = await tryPortal(bank.stack, ports, readFileSync(certificate, "utf8"));
    return [test.split("\n").at(-1) ?? "", ...tried, tlsOf(ports.https)];
  } finally {
    await endChild(nginx);
    await bank.end();
    rmSync(folder, { recursive: true });
  }
}

/** Protocols that sslscan finds open; older ones than TLS 1.2 are a failure. */
function tlsOf(port: number): string {
  const said = run("sslscan", ["--no-colour", `--sni-name=${PORTAL_NAME}`, `127.0.0.1:${port}`]);
  const protocols = [...said.matchAll(/^(SSLv2|SSLv3|TLSv1\.\d) +(enabled|disabled)/gm)];
  const open = protocols.filter(([, , state]) => state === "enabled").map(([, name]) => name);
  if (open.join(" ") !== "TLSv1.2 TLSv1.3") throw new Error(`open protocols: ${open.join(" ")}`);
  const suites = [...said.matchAll(/^(?:Preferred|Accepted) +TLSv1\.2 .*? bits +(\S+)/gm)];
  const weak = suites
    .map(([, name = ""]) => name)
    .filter((name) => !/^ECDHE-.*(GCM|POLY)/.test(name));
  if (weak.length > 0 || suites.length === 0) throw new Error(`weak suites: ${weak.join(" ")}`);
  return `TLS: ${open.join(" and ")}, ${suites.length} suites of TLS 1.2, all ECDHE with AEAD`;
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    const socket = connect(port, "127.0.0.1");
    const isOpen = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await pause(50);
  }
  throw new Error("nginx does not listen");
}

async function endChild(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
