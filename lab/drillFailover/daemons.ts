import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Machine } from "./machines.ts";
import { fill, machineSettings, type Settings } from "./settings.ts";

/** Where the reference configuration is. */
const REFERENCE = "deploy/postgresql";

/** Starts etcd, Patroni and with it PostgreSQL on a machine; with what an earlier start left there. */
export function startMachine(machine: Machine, folder: string): void {
  startEtcd(machine, folder);
  const home = path.join(folder, machine.name);
  startIn(
    machine.namespace,
    ["patroni", path.join(home, "patroni.yml")],
    path.join(home, "patroni.log"),
  );
}

/** Starts etcd alone. */
export function startEtcd(machine: Machine, folder: string): void {
  const home = path.join(folder, machine.name);
  const command = ["etcd", "--config-file", path.join(home, "etcd.yml")];
  startIn(machine.namespace, command, path.join(home, "etcd.log"));
}

/** Starts HAProxy and PgBouncer in the application's namespace. */
export function startProxies(namespace: string, folder: string): void {
  const home = path.join(folder, "application");
  for (const [program, command] of [
    ["haproxy", ["haproxy", "-db", "-f", path.join(home, "haproxy.cfg")]],
    ["pgbouncer", ["pgbouncer", path.join(home, "pgbouncer.ini")]],
  ] as const) {
    startIn(namespace, command, path.join(home, `${program}.log`));
  }
}

/** Fills the reference configuration in for all machines of the drill, with certificates of its own. */
export function writeConfiguration(
  machines: readonly Machine[],
  shared: Settings,
  folder: string,
): void {
  const application = path.join(folder, "application");
  mkdirSync(application, { mode: 0o711 });
  makeAuthority(application);
  for (const file of ["haproxy.cfg", "pgbouncer.ini"]) fillIn(file, application, shared);
  write(
    path.join(application, "pgbouncer-users"),
    `"pgbouncer" "${shared["PGBOUNCER_PASSWORD"] ?? ""}"\n`,
  );
  for (const machine of machines) {
    const home = path.join(folder, machine.name);
    mkdirSync(home, { mode: 0o700 });
    own(home);
    makeCertificate(application, home, machine.name);
    for (const file of ["etcd.yml", "patroni.yml"]) {
      fillIn(file, home, machineSettings(shared, machine, folder));
    }
  }
}

function fillIn(file: string, home: string, settings: Settings): void {
  write(path.join(home, file), fill(readFileSync(path.join(REFERENCE, file), "utf8"), settings));
}

/** A file that only the database's user may read. */
function write(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  own(file);
}

function own(file: string): void {
  const { uid, gid } = databaseUser();
  chownSync(file, uid, gid);
}

/** PostgreSQL refuses to be root. */
function databaseUser(): { uid: number; gid: number } {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((text) => text.startsWith("postgres:"));
  const [, , uid, gid] = (line ?? "").split(":");
  if (uid === undefined || gid === undefined) throw new Error("there is no user postgres");
  return { uid: Number(uid), gid: Number(gid) };
}

function startIn(namespace: string, command: readonly string[], logFile: string): void {
  const log = openSync(logFile, "a");
  const become = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"];
  const child = spawn("ip", ["netns", "exec", namespace, ...become, ...command], {
    // A group of its own: Ctrl-C reaches the drill, which then ends everything.
    detached: true,
    stdio: ["ignore", log, log],
    env: { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8" },
  });
  child.on("error", () => undefined);
  child.unref();
  closeSync(log);
}

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

function makeAuthority(home: string): void {
  const files = ["-keyout", `${home}/ca.key`, "-out", `${home}/ca.crt`];
  openssl(["req", "-x509", ...KEY, "-days", "7", "-subj", "/CN=drill", ...files]);
  chmodSync(`${home}/ca.crt`, 0o644);
}

function makeCertificate(authority: string, home: string, name: string): void {
  const asked = ["-keyout", `${home}/node.key`, "-out", `${home}/node.csr`];
  openssl(["req", "-new", ...KEY, "-subj", `/CN=${name}`, ...asked]);
  const by = ["-CA", `${authority}/ca.crt`, "-CAkey", `${authority}/ca.key`, "-CAcreateserial"];
  const given = ["-in", `${home}/node.csr`, "-out", `${home}/node.crt`];
  openssl(["x509", "-req", "-days", "7", ...given, ...by]);
  write(`${home}/ca.crt`, readFileSync(`${authority}/ca.crt`, "utf8"));
  for (const file of ["node.key", "node.crt"]) own(`${home}/${file}`);
}

function openssl(args: readonly string[]): void {
  const { status, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
}
