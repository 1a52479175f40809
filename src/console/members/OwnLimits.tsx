import { PlainTable } from "#console/table/PlainTable.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import type { LimitSpan, OwnLimit, OwnLimits as Limits } from "#contract/ownLimits.ts";
import { LIMIT_SPANS, NEW_PAYEE } from "#contract/ownLimits.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { Money } from "#ui/Money.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { Moment } from "./Moment.tsx";

type Row = { key: string; name: string; span: LimitSpan; limit: OwnLimit };

/** The limits that a member set for transfers; nothing where there is none. */
export function OwnLimits({ limits }: { limits: Limits }) {
  const { money: texts } = useTexts("members");
  const language = useLanguage();
  const rows = rowsOf(limits, texts.newPayee, language);
  if (rows.length === 0) return null;
  return (
    <>
      <SectionHead title={texts.ownLimits} count={rows.length} />
      <PlainTable
        caption={texts.ownLimits}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          {
            key: "name",
            head: texts.limitOf,
            cell: ({ name, span }) => (
              <>
                <b>{name}</b> {texts.spans[span]}
              </>
            ),
          },
          {
            key: "amount",
            head: texts.limit,
            isFigure: true,
            cell: ({ limit }) => <Amount of={limit.amount} none={texts.noLimit} />,
          },
          {
            key: "raise",
            head: texts.raise,
            cell: ({ limit: { raise } }) =>
              raise !== null && (
                <>
                  <Amount of={raise.amount} none={texts.noLimit} /> {texts.from}{" "}
                  <Moment at={raise.startsAt} />
                </>
              ),
          },
        ]}
      />
    </>
  );
}

function Amount({ of, none }: { of: bigint | null; none: string }) {
  return of === null ? none : <Money amount={of} />;
}

function rowsOf(
  { kinds, payees, newPayee }: Limits,
  ofNewPayee: string,
  language: "en" | "fil",
): Row[] {
  const ofKinds = kinds.flatMap((limits) =>
    LIMIT_SPANS.map((span) => ({
      key: `${limits.kind} ${span}`,
      name: TRANSFER_KINDS[limits.kind].staffName[language],
      span,
      limit: limits[span],
    })),
  );
  const ofPayees = payees.map(({ recipientId, name, accountNumber, day }) => ({
    key: recipientId,
    name: `${name} ${accountNumber}`,
    span: "day" as const,
    limit: day,
  }));
  const anybody = { key: NEW_PAYEE, name: ofNewPayee, span: "transfer" as const, limit: newPayee };
  return [...ofKinds, anybody, ...ofPayees].filter(({ limit }) => limit.amount !== null);
}
