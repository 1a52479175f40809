/**
 * The bank's database and an administrator's address of it, from DATABASE_URL as the bank itself takes it: the
 * maintenance database stands for the bank's own.
 */
export function bankAddress(url: string | undefined): {
  database: string;
  adminUrl: string | undefined;
} {
  if (url === undefined) return { database: "bank", adminUrl: undefined };
  const address = new URL(url);
  const name = decodeURIComponent(address.pathname.slice(1));
  const database = name === "" || name === "postgres" ? "bank" : name;
  address.pathname = `/${encodeURIComponent(database)}`;
  return { database, adminUrl: address.href };
}
