import type { Endpoint } from "#contract/endpoint.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import type { Process, Stage } from "#test/simulation/stage.ts";

/** Who works at the desks: two tellers of the branch, and two who decide what others ask for. */
export const TELLERS = ["teller.one", "teller.two"] as const;
export const OFFICER = "officer.one";
export const CHIEF = "chief.one";
/** Decides what anybody else asks for. */
export const DECIDER = "chief.two";
const STAFF = [
  { name: TELLERS[0], role: "teller", isOfBranch: true },
  { name: TELLERS[1], role: "teller", isOfBranch: true },
  { name: OFFICER, role: "loan_officer", isOfBranch: false },
  { name: CHIEF, role: "supervisor", isOfBranch: false },
  { name: DECIDER, role: "supervisor", isOfBranch: false },
] as const;
export type Clerk = (typeof STAFF)[number]["name"];

const secretOf = (kind: string, name: string) =>
  `${kind}-${name.replace(".", "-")}`.padEnd(43, "s");

/** Puts them into the books, signed in. */
export async function makeClerks({ admin, clock }: Stage): Promise<void> {
  const at = new Date(clock.now);
  for (const [index, { name, role, isOfBranch }] of STAFF.entries()) {
    await admin.query(MAKE, [
      name,
      `P-${index + 1}`,
      at,
      sha256(secretOf("token", name)),
      sha256(secretOf("cookie", name)),
      role,
      isOfBranch ? 1 : null,
    ]);
  }
}

const MAKE = `
  with made as (
    insert into staff (username, full_name, person_key, office_id, state, password_hash, totp_secret, created_at)
    values ($1, $1, $2, 1, 'active', 'none', 'none', $3) returning id
  ), held as (
    insert into staff_role (staff_id, role, office_id, granted_at) select id, $6, $7, $3 from made
  )
  insert into staff_session (staff_id, token_hash, cookie_hash, started_at, last_active_at)
  select id, $4, $5, $3, $3 from made`;

type Input = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** JSON, or the lines of a file. */
  body?: object | string;
  key?: string;
};

/** What came back: what there is to be read of it is the caller's to say. */
export type Answered = {
  status: number;
  code: string;
  result: Record<string, unknown>;
};

/** Whether the answer says yes, no, or leaves it open. */
export const heardOf = ({ status }: Pick<Answered, "status">) =>
  status === 200 ? "yes" : status < 500 ? "no" : "perhaps";

/** Where their sessions are. */
type Clerked = Pick<Stage, "admin" | "clock">;

/** Their session has not been idle. */
export async function beHere({ admin, clock }: Clerked, clerk: Clerk): Promise<void> {
  await admin.query({
    name: "clerk-is-here",
    text: `update staff_session set started_at = $2, last_active_at = $2
           where staff_id = (select id from staff where username = $1)`,
    values: [clerk, new Date(clock.now)],
  });
}

/** Calls as the console does. */
export async function callAs(
  run: Clerked & Pick<Process, "server">,
  clerk: Clerk,
  endpoint: Endpoint,
  input: Input = {},
): Promise<Answered> {
  await beHere(run, clerk);
  return callAt(run, clerk, endpoint, input);
}

/** The same to one process, of somebody who is here. */
export async function callAt(
  { server }: Pick<Process, "server">,
  clerk: Clerk,
  endpoint: Endpoint,
  { params = {}, query = {}, body, key }: Input = {},
): Promise<Answered> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const asked = new URLSearchParams(query).toString();
  const answer = await server.inject({
    method: endpoint.method === "GET" ? "GET" : "POST",
    url: `/api${path}${asked === "" ? "" : `?${asked}`}`,
    headers: {
      authorization: `Bearer ${secretOf("token", clerk)}`,
      cookie: `staff=${secretOf("cookie", clerk)}`,
      ...(typeof body === "string" && { "content-type": "text/csv" }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(body !== undefined && { payload: body }),
  });
  const told = answer.json<{ code?: string; result?: Record<string, unknown> }>();
  // What is asked here is well formed: a desk that is never understood would prove nothing.
  if (answer.statusCode === 400) throw new Error(`${endpoint.path}: ${told.code ?? ""}`);
  return { status: answer.statusCode, code: told.code ?? "", result: told.result ?? {} };
}
