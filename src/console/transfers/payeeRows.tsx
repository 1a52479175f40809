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

/** What the code of the shop says that was paid; nothing of what it does not say. */
export function shopRows(shop: TransferFile["shop"], texts: Texts) {
  if (shop === null) return [];
  const names = ["city", "category", "reference", "store", "terminal"] as const;
  return names
    .filter((name) => shop[name] !== "")
    .map((name) => ({ key: `shop-${name}`, name: texts.shop[name], value: shop[name] }));
}

function Moment({ at }: { at: string }) {
  const language = useLanguage();
  return <DateText at={new Date(at)} form="dayTime" language={language} />;
}
