/** Where a drill keeps things: all below one temporary folder. */
export type Folders = {
  root: string;
  primary: string;
  repository: string;
  log: string;
  lock: string;
  spool: string;
  socket: string;
};

export function foldersIn(root: string): Folders {
  return {
    root,
    primary: `${root}/primary`,
    repository: `${root}/repository`,
    log: `${root}/log`,
    lock: `${root}/lock`,
    spool: `${root}/spool`,
    socket: `${root}/socket`,
  };
}

/**
 * The reference configuration (deploy/backup/pgbackrest.conf) for the drill: the same but for its places. The
 * passphrase is a file of its own, as in production.
 */
export function drillConfig(reference: string, folders: Folders, port: number): string {
  const places: Record<string, string> = {
    "repo1-path": folders.repository,
    "spool-path": folders.spool,
    "log-path": folders.log,
    "lock-path": folders.lock,
    "pg1-path": folders.primary,
    "pg1-port": String(port),
    "pg1-socket-path": folders.socket,
  };
  return replaceSettings(reference, places);
}

/** The reference settings of the server (deploy/backup/postgresql-archive.conf), for the drill's stanza. */
export function drillServerSettings(reference: string, options: readonly string[]): string {
  return reference.replace("pgbackrest --stanza", `pgbackrest ${options.join(" ")} --stanza`);
}

/** Gives settings of a file another value. Throws when one is not in it: the reference moved on. */
export function replaceSettings(text: string, values: Record<string, string>): string {
  let replaced = text;
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, "m");
    if (!line.test(replaced)) throw new Error(`the reference configuration has no ${name}`);
    replaced = replaced.replace(line, () => `${name}=${value}`);
  }
  return replaced;
}
