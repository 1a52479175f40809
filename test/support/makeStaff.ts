import { Secret, TOTP } from "otpauth";
import type { Answer, Endpoint } from "#contract/endpoint.ts";
import { STAFF_ROLES, type StaffRole } from "#contract/staff/actions.ts";
import { staffLogin } from "#contract/staff/session.ts";
import type { App } from "#server/platform/app.ts";
import { sealTotpSecret } from "#server/platform/secrets/totp.ts";
import {
  type Browser,
  type CallOptions,
  type Client,
  type Input,
  newBrowser,
  type RawAnswer,
} from "./browser.ts";
import { hashOnce, TEST_PASSWORD } from "./makeMember.ts";
import { ensureOffice } from "./offices.ts";

export type StaffOptions = {
  /** Roles they hold, if any; all of them with "every". */
  role?: StaffRole | readonly StaffRole[] | "every";
  /** The branch they hold them for; null is every branch. Branch 1, if not said. */
  officeId?: bigint | null;
  username?: string;
  /** The same for two accounts of one person. */
  personKey?: string;
};

export type TestStaff = {
  id: bigint;
  username: string;
  password: string;
  personKey: string;
  browser: Browser;
  /** Calls as the console would, from the browser in which they signed in. */
  call: <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options?: CallOptions,
  ) => Promise<Answer<E>>;
  callRaw: (
    endpoint: Endpoint,
    input: Record<string, unknown>,
    options?: CallOptions,
  ) => Promise<RawAnswer>;
  /** A code of the authenticator that was not used before; lets 30 seconds pass where it must. */
  nextCode: () => string;
  /** A second browser in which the same account is signed in. */
  signInAgain: () => Promise<Browser>;
};

type World = Client & { app: App; passSeconds: (seconds: number) => void };

let lastNumber = 0;

/** Somebody of the staff, made in the database and signed in through HTTP. */
export async function makeStaff(world: World, options: StaffOptions = {}): Promise<TestStaff> {
  lastNumber += 1;
  const { app } = world;
  const username = options.username ?? `staff.${lastNumber}`;
  const personKey = options.personKey ?? `P-${String(lastNumber).padStart(6, "0")}`;
  const secret = app.random.bytes(20);
  const id = await insertStaff(app, { username, personKey, secret }, options);
  const nextCode = makeAuthenticator(world, secret);
  const signIn = async () => {
    const browser = newBrowser();
    const body = { username, password: TEST_PASSWORD, code: nextCode() };
    const answer = await world.call(staffLogin, { body }, browser);
    if (!answer.status) throw new Error(`staff login: ${answer.message}`);
    return Object.assign(browser, { token: answer.result.token });
  };
  const browser = await signIn();
  return {
    id,
    username,
    password: TEST_PASSWORD,
    personKey,
    browser,
    call: (endpoint, input, more) => world.call(endpoint, input, browser, more),
    callRaw: (endpoint, input, more) => world.callRaw(endpoint, input, browser, more),
    nextCode,
    signInAgain: signIn,
  };
}

async function insertStaff(
  app: App,
  who: { username: string; personKey: string; secret: Buffer },
  { role = "every", officeId = 1n }: StaffOptions,
): Promise<bigint> {
  const at = app.now();
  const home = officeId ?? 1n;
  await ensureOffice(app.db, home);
  const { id } = await app.db
    .insertInto("staff")
    .values({
      username: who.username,
      full_name: `Test ${who.username}`,
      person_key: who.personKey,
      office_id: home,
      state: "active",
      password_hash: await hashOnce(app, TEST_PASSWORD),
      password_changed_at: at,
      totp_secret: sealTotpSecret(app, who.username, who.secret),
      created_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const roles = role === "every" ? STAFF_ROLES : [role].flat();
  if (roles.length === 0) return id;
  await app.db
    .insertInto("staff_role")
    .values(
      roles.map((held) => ({ staff_id: id, role: held, office_id: officeId, granted_at: at })),
    )
    .execute();
  return id;
}

const PERIOD_SECONDS = 30;

/** Each step's code counts once, and the server takes the next step's too. */
function makeAuthenticator(world: World, secret: Buffer): () => string {
  const totp = new TOTP({
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    period: PERIOD_SECONDS,
  });
  let used = 0;
  return () => {
    const now = () => Math.floor(world.app.now().getTime() / 1000 / PERIOD_SECONDS);
    const step = Math.max(used + 1, now());
    if (step > now() + 1) world.passSeconds((step - now() - 1) * PERIOD_SECONDS);
    used = step;
    return totp.generate({ timestamp: step * PERIOD_SECONDS * 1000 });
  };
}
