import type pg from "pg";
import type { Turns } from "./turns.ts";

/** The life of a simulated process: it can die at a statement or at a partner's. */
export type Life = {
  /** It dies at the n-th statement from now: unsent, or done with nobody left to hear of it. */
  dieAt: (statement: number, when: "before" | "after") => void;
  /** It dies now. Nothing of what was under way comes any further. */
  die: () => never;
  /** Throws when it is dead. */
  assertAlive: () => void;
  /** What becomes of the next statement. */
  nextStatement: () => "sent" | "before" | "after";
  /** Another process takes over. True when the first had died. */
  revive: () => boolean;
};

export function makeLife(): Life {
  let isDead = false;
  let statementsLeft = Infinity;
  let moment: "before" | "after" = "before";
  const assertAlive = () => {
    if (isDead) throw new Error("the process has died");
  };
  return {
    dieAt: (statement, when) => {
      statementsLeft = statement;
      moment = when;
    },
    die: () => {
      isDead = true;
      throw new Error("the process dies");
    },
    assertAlive,
    nextStatement: () => {
      assertAlive();
      statementsLeft -= 1;
      return statementsLeft === 0 ? moment : "sent";
    },
    revive: () => {
      const hadDied = isDead;
      isDead = false;
      statementsLeft = Infinity;
      return hadDied;
    },
  };
}

/** What happens to each statement before it is sent. */
export type Watch = {
  /** Is told of it. */
  see: (text: string, values: readonly unknown[]) => void;
  /** What is sent instead: the same, but for a planted mistake. */
  write: (text: string) => string;
};

/** A process as its statements know it. */
type Lived = { name: string; life: Life; watch: Watch; turns: Turns };

/** Tells the worker that there is work: nobody listens here, and its timer belongs to no step. */
const POKE = "select pg_notify('outbox', '')";
/** The same for pages that stand open. */
const BELL = /^\s*select pg_notify\('bell'/;

/** What a process keeps of one seed it need not ask for in the next (requireFeature.ts): it belongs to no step. */
const KEPT = /from "feature"/;

/** Nothing is locked or seen by that. */
const BEGINS = /^begin\b/i;

/** The others, which begin and end transactions, take no values. */
const WITH_A_PLAN = /^\s*(?:select|insert|update|delete|with)\b/i;

/** A short name for each text: planning a statement each time anew is most of what it costs. */
function namesOfStatements(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

type Query = (
  statement: string | { name?: string; text: string; values?: unknown[] },
  values?: unknown[],
) => Promise<unknown>;

/**
 * Makes all statements of a pool those of a process that can die, and that takes turns. A rollback is what
 * the server does when it dies.
 */
export function putUnder(pool: pg.Pool, { name, life, watch, turns }: Lived): void {
  pool.on("connect", (client) => {
    // Of the ways to call it, ours and the query builder's; neither passes a callback.
    const send = client.query.bind(client) as unknown as Query;
    const nameOf = namesOfStatements();
    const watched = (answer: Promise<unknown>) => turns.watch(name, backendOf(client), answer);
    const query: Query = async (statement, given) => {
      const { text: said, values = [] } =
        typeof statement === "string" ? { text: statement, values: given } : statement;
      if (said === "rollback") return watched(send(statement, given));
      if (KEPT.test(said)) return send(statement, given);
      if (!BEGINS.test(said) && !BELL.test(said)) await turns.pass(name);
      const fate = life.nextStatement();
      if (fate === "before") life.die();
      watch.see(said, values);
      const text = watch.write(said);
      const answer = BELL.test(text)
        ? { rows: [] }
        : WITH_A_PLAN.test(text)
          ? await watched(send({ name: nameOf(text), text, values }))
          : await watched(send(statement, given));
      if (fate === "after") life.die();
      life.assertAlive();
      return inOneOrder(answer);
    };
    Object.assign(client, { query });
  });
  const query: Query = async (statement, values) => {
    if (statement === POKE) return { rows: [] };
    const client = await pool.connect();
    try {
      return await (client.query as unknown as Query)(statement, values);
    } finally {
      client.release();
    }
  };
  Object.assign(pool, { query });
}

/** The number of the connection's process in PostgreSQL, which its type keeps to itself. */
function backendOf(client: object): number {
  return (client as { processID: number }).processID;
}

/** PostgreSQL answers what was claimed in any order; the same run has it in the same. */
function inOneOrder(answer: unknown): unknown {
  // The driver's result; of several statements at once there is none here.
  const { command, rows } = answer as { command?: string; rows?: { ref_no?: string }[] };
  if (command === "UPDATE") rows?.sort((a, b) => String(a.ref_no).localeCompare(String(b.ref_no)));
  return answer;
}
