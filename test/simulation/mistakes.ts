import type pg from "pg";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { endIssuerTransfer } from "#server/domains/transfers/settlement/endIssuerTransfer.ts";
import type { TransferJob } from "#server/domains/transfers/settlement/settleWithIssuer.ts";
import type { Plant } from "./run.ts";

/** Something wrong with the server, and what the simulation then says. */
export type Mistake = {
  mistake: string;
  plant?: Plant;
  /** A function of the database that says something else. */
  inDatabase?: Broken;
  noticed: RegExp;
};

/** Of which function what is read as what. */
type Broken = { name: string; says: string; instead: string };

/** Breaks a function; answers how it is mended. */
export async function breakFunction(
  admin: pg.Client,
  { name, says, instead }: Broken,
): Promise<() => Promise<void>> {
  const { rows } = await admin.query<{ text: string }>(
    "select pg_get_functiondef($1::regproc) as text",
    [name],
  );
  const text = rows[0]?.text ?? "";
  if (!text.includes(says)) throw new Error(`${name} does not say ${says}`);
  await admin.query(text.replaceAll(says, instead));
  return async () => {
    await admin.query(text);
  };
}

/** What could be wrong with the server, made wrong at its edges. */
export function mistakes(): Mistake[] {
  return [
    {
      mistake: "money is said to be put back that the issuer was never asked for",
      plant: ({ app }) => {
        app.issuer.refundDebit = async ({ reference }) => ({
          kind: "done",
          issuerReference: `RV-${reference}`,
        });
      },
      noticed: /WRONG: the member is told transfer_out_\w+ of \S+, which is not so/,
    },
    {
      mistake: "silence of the issuer is taken for a no",
      plant: ({ app }) => {
        const { debitCard } = app.issuer;
        app.issuer.debitCard = async (order) => {
          const outcome = await debitCard(order);
          return outcome.kind === "unknown"
            ? { ...outcome, kind: "refused", code: "NONE" }
            : outcome;
        };
      },
      noticed: /WRONG: .* in our books, .* at the issuer/,
    },
    {
      mistake:
        "silence about a card that is loaded from another member's account is taken for a no",
      plant: ({ app }) => {
        const { credit } = app.issuer;
        app.issuer.credit = async (order) => {
          const outcome = await credit(order);
          const isToOther = order.reference.startsWith(TRANSFER_KINDS.card.referencePrefix);
          return outcome.kind === "unknown" && isToOther
            ? { ...outcome, kind: "refused" }
            : outcome;
        };
      },
      noticed: /WRONG: /,
    },
    {
      mistake: "money is put back under another reference than it was taken under",
      plant: ({ app, issuer }) => {
        app.issuer.refundDebit = (order) =>
          issuer.port.refundDebit({ ...order, reference: `R-${order.reference}` });
      },
      noticed: /WRONG: \S+ has no end/,
    },
    {
      mistake: "a job books before it asks",
      plant: ({ app, handlers }) => {
        handlers["move_between_cards"] = async (payload) => {
          // The outbox promises exactly this.
          const { refNo } = payload as TransferJob;
          const outcome = { kind: "done", issuerReference: "NONE" } as const;
          await endIssuerTransfer(app, { refNo, outcome, via: "job", correlationId: "planted" });
        };
      },
      // By whichever comes first: its member, or whoever is asked about money that had gone back.
      noticed:
        /WRONG: (?:the member is told card_transfer_credited of \S+, which is not so|a person is asked about CT\S+: credited_after_return)/,
    },
    {
      mistake: "a file of PESONet is handed in once more under another name",
      plant: ({ pesonet }) => {
        const { handIn } = pesonet.port;
        pesonet.port.handIn = async (name, body) => {
          const answer = await handIn(name, body);
          await handIn(`2-${name}`, body);
          return answer;
        };
      },
      noticed: /WRONG: \S+ or a transfer in it was handed in twice, not alike/,
    },
    {
      mistake: "a transfer is not locked while it is decided what becomes of it",
      plant: ({ watch }) => {
        watch.write = (text) => text.replace("for no key update of t, r", "");
      },
      noticed: /WRONG: /,
    },
    {
      mistake: "orders do not know that their member has limits",
      plant: ({ watch }) => {
        watch.write = (text) =>
          text.replace(/set has_own_limits = exists \(.*\)/, "set has_own_limits = false");
      },
      noticed: /WRONG: \S+ is the \d+th centavo of a \w+, the member allows \d+/,
    },
    {
      mistake: "a pause ends as it begins",
      plant: ({ watch }) => {
        watch.write = (text) =>
          text.replace(
            "paused_until = greatest(m.paused_until, ",
            "paused_until = least($1::timestamptz, ",
          );
      },
      noticed: /WRONG: \S+ went to a new payee in the pause of member \d+/,
    },
    {
      mistake: "a freeze leaves what waits for its file",
      plant: ({ watch }) => {
        watch.write = (text) =>
          text.replace(
            /where t\.member_id = (\$\d+) and \(r\.rail = any/,
            "where false and t.member_id = $1 and (r.rail = any",
          );
      },
      noticed: /WRONG: \S+ was put into a file while the account was frozen/,
    },
    {
      mistake: "locked money is freed as soon as it is asked for",
      plant: ({ watch }) => {
        watch.write = (text) => text.replace(/k\.free_from <= (\$\d+)/, "k.free_from > $1");
      },
      noticed: /WRONG: lock \d+ was freed before its time/,
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
