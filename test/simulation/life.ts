import type pg from "pg";

/** The life of the one process that is simulated: it can die at a statement or at a partner's. */
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

/** What is told of each statement before it is sent. */
export type Watch = (text: string, values: readonly unknown[]) => void;

/** Tells the worker that there is work: nobody listens here, and its timer belongs to no step. */
const POKE = "select pg_notify('outbox', '')";
/** The same for pages that stand open. */
const BELL = /^\s*select pg_notify\('bell'/;

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

/** Makes all statements of a pool those of a process that can die. A rollback is what the server does then. */
export function putUnder(pool: pg.Pool, life: Life, watch: Watch): void {
  pool.on("connect", (client) => {
    // Of the ways to call it, ours and the query builder's; neither passes a callback.
    const send = client.query.bind(client) as unknown as Query;
    const nameOf = namesOfStatements();
    const query: Query = async (statement, given) => {
      const { text, values = [] } =
        typeof statement === "string" ? { text: statement, values: given } : statement;
      if (text === "rollback") return send(statement, given);
      const fate = life.nextStatement();
      if (fate === "before") life.die();
      watch(text, values);
      const answer = BELL.test(text)
        ? { rows: [] }
        : WITH_A_PLAN.test(text)
          ? await send({ name: nameOf(text), text, values })
          : await send(statement, given);
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

/** PostgreSQL answers what was claimed in any order; the same run has it in the same. */
function inOneOrder(answer: unknown): unknown {
  // The driver's result; of several statements at once there is none here.
  const { command, rows } = answer as { command?: string; rows?: { ref_no?: string }[] };
  if (command === "UPDATE") rows?.sort((a, b) => String(a.ref_no).localeCompare(String(b.ref_no)));
  return answer;
}
