import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { endCardTransfer } from "#server/transfers/cards/endCardTransfer.ts";
import type { MoveBetweenCardsJob } from "#server/transfers/cards/moveBetweenCards.ts";
import type { Plant } from "./run.ts";
import { simulate, tell } from "./simulate.ts";
import { openStage, type Stage } from "./stage.ts";

/** Two at a time: while one waits for the database, the other computes. */
const LANES = 2;
const SEEDS_A_TEST = 50;
/** A slow machine with other work. */
const PATIENCE_MS = 600_000;

let stages: Stage[] = [];

beforeAll(async () => {
  const server = inject("testServer");
  stages = await Promise.all(Array.from({ length: LANES }, () => openStage(server)));
}, PATIENCE_MS);

afterAll(() => Promise.all(stages.map((stage) => stage.close())));

/** The first of these seeds that ends wrong, told step by step; empty when there is none. */
async function firstWrong(first: number, count: number, plant?: Plant): Promise<string> {
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  let wrong = "";
  await Promise.all(
    stages.map(async (stage) => {
      for (let seed = seeds.shift(); seed !== undefined && wrong === ""; seed = seeds.shift()) {
        const simulated = await simulate(stage, seed, plant);
        if (simulated.wrongs.length > 0) wrong = tell(simulated);
      }
    }),
  );
  return wrong;
}

test.each([1, 51, 101, 151])(
  "R21 S101 S103 from seed %i on, fifty times a hundred steps lose, double and misplace nothing",
  async (first) => {
    expect(await firstWrong(first, SEEDS_A_TEST)).toBe("");
  },
  PATIENCE_MS,
);

test(
  "R21 a seed that is run again is the same run",
  async () => {
    const [one, other] = stages;
    if (one === undefined || other === undefined) throw new Error("there are two lanes");
    const [first, again] = await Promise.all([simulate(one, 4), simulate(other, 4)]);
    expect(again.notes).toEqual(first.notes);
  },
  PATIENCE_MS,
);

describe("a mistake is noticed within a few seeds", () => {
  test.each(mistakes())(
    "$mistake",
    async ({ plant, noticed }) => {
      expect(await firstWrong(1, 12, plant)).toMatch(noticed);
    },
    PATIENCE_MS,
  );
});

/** What could be wrong with the server, made wrong at its edges. */
function mistakes(): { mistake: string; plant: Plant; noticed: RegExp }[] {
  return [
    {
      mistake: "money is said to be put back that the issuer was never asked for",
      plant: ({ app }) => {
        app.issuer.putBack = async ({ reference }) => ({
          kind: "done",
          issuerReference: `RV-${reference}`,
        });
      },
      noticed: /WRONG: the member is told transfer_out_\w+ of \S+, which is not so/,
    },
    {
      mistake: "silence of the issuer is taken for a no",
      plant: ({ app }) => {
        const { takeOut } = app.issuer;
        app.issuer.takeOut = async (order) => {
          const outcome = await takeOut(order);
          return outcome.kind === "unknown"
            ? { ...outcome, kind: "refused", code: "NONE" }
            : outcome;
        };
      },
      noticed: /WRONG: .* in our books, .* at the issuer/,
    },
    {
      mistake: "money is put back under another reference than it was taken under",
      plant: ({ app, issuer }) => {
        app.issuer.putBack = (order) =>
          issuer.port.putBack({ ...order, reference: `R-${order.reference}` });
      },
      noticed: /WRONG: \S+ has no end/,
    },
    {
      mistake: "a job books before it asks",
      plant: ({ app, handlers }) => {
        handlers["move_between_cards"] = async (payload) => {
          // The outbox promises exactly this.
          const { refNo } = payload as MoveBetweenCardsJob;
          const outcome = { kind: "done", issuerReference: "NONE" } as const;
          await endCardTransfer(app, { refNo, outcome, via: "job", correlationId: "planted" });
        };
      },
      noticed: /WRONG: the member is told card_transfer_credited of \S+, which is not so/,
    },
    {
      mistake: "what a rail has said is forgotten once it is booked",
      plant: ({ admin, instapay }) => {
        const { exchange } = instapay.port;
        instapay.port.exchange = async (message) => {
          await admin.query("update rail_transfer set has_credited = false where has_credited");
          return exchange(message);
        };
      },
      noticed: /WRONG: /,
    },
  ];
}
