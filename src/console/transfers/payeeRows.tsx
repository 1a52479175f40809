import type { TransferFile } from "#contract/staff/transfers.ts";
import { useLanguage, type useTexts } from "#console/texts/texts.ts";
import { DateText } from "#ui/DateText.tsx";

type Texts = ReturnType<typeof useTexts<"transfers">>;

/** What the member had been told of the payee's name before the order. */
export function payeeRows(payee: TransferFile["payee"], { payeeTold }: Texts) {
  if (payee === null) return [];
  const { answer, told, checkedAt, knownAt } = payee;
  return [
    {
      key: "payeeTold",
      name: payeeTold.title,
      value: (
        <>
          {payeeTold.answers[answer]}
          {told !== "" && `: ${told}`}{" "}
          <span className="meta">
            <Moment at={checkedAt} />
          </span>
        </>
      ),
    },
    ...(knownAt === null
      ? []
      : [{ key: "payeeKnown", name: payeeTold.known, value: <Moment at={knownAt} /> }]),
  ];
}

function Moment({ at }: { at: string }) {
  const language = useLanguage();
  return <DateText at={new Date(at)} form="dayTime" language={language} />;
}
