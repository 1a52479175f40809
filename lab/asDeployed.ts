/** The room that deploy/postgresql/patroni.yml gives PostgreSQL: what it comes with is for a far smaller machine. */
export const AS_DEPLOYED = { shared_buffers: "512MB", max_wal_size: "2GB" };
