import type { PayeeCheck } from "#contract/payeeChecks.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type Asked, payeeCheckRead } from "./payeeCheckRead.ts";
import "./payeeCheck.css";

/** Whose account it is, in a sentence, as far as the other side tells it. */
export function PayeeSays({ asked, bank }: { asked: Asked; bank: string }) {
  const texts = useTexts("payeeCheck");
  const { data, isError } = useQuery(payeeCheckRead(asked));
  const isBank = asked.at === "bank";
  if (data === undefined && isError)
    return <p className="meta">{isBank ? texts.notAsked(bank) : texts.notAskedCard}</p>;
  if (data === undefined)
    return <p className="meta">{isBank ? texts.asking(bank) : texts.askingCard}</p>;
  return <Said check={data} bank={bank} at={asked.at} />;
}

function Said({ check, bank, at }: { check: PayeeCheck; bank: string; at: Asked["at"] }) {
  const texts = useTexts("payeeCheck");
  const { answer, told } = check;
  const shown = told === "" ? "" : ` ${texts.told(told)}`;
  switch (answer) {
    case "match":
      return <Fine>{texts.match(bank)}</Fine>;
    case "told":
      return <Fine>{texts.holder(told)}</Fine>;
    case "close":
      return (
        <Notice kind="warn">
          <b>{texts.close(bank)}</b>
          {shown}
        </Notice>
      );
    case "none":
      return (
        <Notice kind="bad">
          <b>{texts.none(bank)}</b>
          {shown} {texts.checkFirst}
        </Notice>
      );
    case "unavailable":
      return <p className="meta">{at === "bank" ? texts.unavailable(bank) : texts.noHolder}</p>;
  }
}

function Fine({ children }: { children: string }) {
  return (
    <p className="payee-fine">
      <Check aria-hidden="true" />
      {children}
    </p>
  );
}
