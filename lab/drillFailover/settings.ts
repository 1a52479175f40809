import { randomBytes } from "node:crypto";
import { NETWORK, type Machine } from "./machines.ts";

const POSTGRESQL_BIN = "/usr/lib/postgresql/15/bin";

/** What the files under deploy/postgresql leave open, by placeholder. */
export type Settings = Readonly<Record<string, string>>;

/** Values that all machines share, with passwords of this drill. */
export function sharedSettings(folder: string, machines: readonly Machine[]): Settings {
  const password = () => randomBytes(18).toString("base64url");
  return {
    ETCD_MEMBERS: machines.map(({ name, address }) => `${name}=http://${address}:2380`).join(","),
    ETCD_HOSTS: machines.map(({ address }) => `${address}:2379`).join(","),
    NETWORK,
    POSTGRESQL_BIN,
    // There is none on a machine of the drill; Patroni then goes on without.
    WATCHDOG: "automatic",
    // The drill of the archive is another one (drill:restore); here its segments go nowhere.
    ARCHIVE_COMMAND: "/bin/true",
    REST_PASSWORD: password(),
    SUPERUSER_PASSWORD: password(),
    REPLICATION_PASSWORD: password(),
    REWIND_PASSWORD: password(),
    ADMIN_PASSWORD: password(),
    PGBOUNCER_PASSWORD: password(),
    PGBOUNCER_USERS: `${folder}/application/pgbouncer-users`,
    TLS: `${folder}/application`,
    ...Object.fromEntries(
      machines.flatMap(({ name, address }, index) => [
        [`NODE_${index + 1}`, name],
        [`ADDRESS_${index + 1}`, address],
      ]),
    ),
  };
}

/** Values of one machine. */
export function machineSettings(shared: Settings, machine: Machine, folder: string): Settings {
  const data = `${folder}/${machine.name}`;
  return { ...shared, NODE: machine.name, ADDRESS: machine.address, DATA: data, TLS: data };
}

/** What envsubst does, but for a placeholder without a value, which throws. */
export function fill(template: string, settings: Settings): string {
  return template.replaceAll(/\$\{([A-Z0-9_]+)\}/g, (_, name: string) => {
    const value = settings[name];
    if (value === undefined) throw new Error(`no value for ${name}`);
    return value;
  });
}
