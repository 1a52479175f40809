import { parsePesos } from "#common/money.ts";
import { serverDate } from "#client/clock.ts";
import { isBatched, TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { arrivalText } from "./arrival.ts";
import type { Draft } from "./order.ts";
import { feeOf, kindOf, pesonetArrivalOf, type Setup } from "./setup.ts";
import { leavingOf } from "./source.ts";

/**
 * What it costs, what leaves altogether, when it arrives and what stays: before anything is decided. Of what goes on a
 * day to come neither of the last two is known, but that nothing leaves today.
 */
export function Sums({ setup, draft }: { setup: Setup; draft: Draft }) {
  const texts = useTexts("transfer");
  const schedules = useTexts("schedules");
  const { values, when } = draft;
  const isPlanned = when !== undefined;
  const kind = kindOf(draft);
  const amount = parsePesos(values.amount) ?? 0n;
  const fee = feeOf(setup, kind, values.qr);
  // Of nothing there is no total yet.
  const total = amount === 0n ? 0n : amount + fee;
  const arrival = useArrival(setup, kind);
  // Where there is more than one way, each says its own.
  const isSaid = TRANSFER_KINDS[kind].rail !== null;
  const list = (
    <KeyValueList
      isTight
      rows={[
        {
          key: "fee",
          name: texts.fee,
          value: values.qr === "" ? <Money amount={fee} alwaysShown /> : texts.noFee,
        },
        {
          key: "total",
          name: texts.total,
          value: amount === 0n ? "–" : <Money amount={total} alwaysShown />,
          isTotal: true,
        },
        ...(arrival === undefined || isSaid || isPlanned
          ? []
          : [{ key: "arrives", name: texts.arrives, value: arrival }]),
        ...(isPlanned
          ? []
          : leftRows(setup, { kind, sourceAccount: values.source_account, total }, texts)),
      ]}
    />
  );
  return (
    <div>
      {list}
      <output className="meta">{isPlanned && schedules.nothingToday}</output>
    </div>
  );
}

/** When a transfer of this kind arrives that is ordered now; nothing for the member's own card. */
export function useArrival(setup: Setup, kind: TransferKind): string | undefined {
  const texts = useTexts("transfer");
  const language = useLanguage();
  const { rail } = TRANSFER_KINDS[kind];
  if (rail !== null && isBatched(rail))
    return arrivalText(pesonetArrivalOf(setup), serverDate(), texts, language);
  const usual: Partial<Record<TransferKind, string>> = texts.arrival.usual;
  return usual[kind];
}

type Leaving = { kind: TransferKind; sourceAccount: string; total: bigint };

/** What stays where the money comes from; nothing where there is not enough. */
export function leftRows(setup: Setup, leaving: Leaving, texts: TransferTexts) {
  const from = leavingOf(setup, leaving.kind, leaving.sourceAccount);
  if (from === undefined || from.available < leaving.total) return [];
  const name = from.place === "account" ? texts.leftInAccount : texts.leftOnCard;
  return [{ key: "left", name, value: <Money amount={from.available - leaving.total} /> }];
}
