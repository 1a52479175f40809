-- Run once by the superuser on the primary, when the cluster has been made (docs/high-availability.md):
--   ADMIN_PASSWORD=… PGBOUNCER_PASSWORD=… psql … -f prepare.sql
\set ON_ERROR_STOP on
\getenv admin_password ADMIN_PASSWORD
\getenv pgbouncer_password PGBOUNCER_PASSWORD

-- Who makes the bank's roles (DATABASE_URL of the first start). No superuser.
create role bank_admin login createrole createdb password :'admin_password';
create database bank owner bank_admin template template0 encoding 'UTF8';

-- PgBouncer asks for the verifier of whoever signs in, and can do nothing else.
create role pgbouncer login password :'pgbouncer_password';
grant connect on database bank to pgbouncer;

\connect bank
create schema pgbouncer;
revoke all on schema pgbouncer from public;
grant usage on schema pgbouncer to pgbouncer;
-- Superusers and replication are not let through PgBouncer.
create function pgbouncer.secret_of(wanted text) returns table (name text, secret text)
language sql stable security definer set search_path = pg_catalog
as $$
  select rolname::text, rolpassword::text from pg_authid
  where rolname = wanted and rolcanlogin and not rolsuper and not rolreplication
$$;
revoke all on function pgbouncer.secret_of(text) from public;
grant execute on function pgbouncer.secret_of(text) to pgbouncer;
