import { brand } from "#brand";
import { isReceiptCode, readPaperCode } from "#common/paperCode.ts";
import { type CheckedReceipt, checkReceipt } from "#contract/transferReceipts.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { fieldTexts } from "#contract/fields.ts";
import { checkPaper, type Paper, readStatementMonths } from "#contract/statements.ts";
import { call } from "#portal/api/call.ts";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { dayOf } from "#portal/shared/dayOf.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";
import "./verify.css";

const SEALED_MONTHS = `/api${readStatementMonths.path}`;

/** What came of a check, until another is asked for; nothing where no paper of ours has the code. */
type Checked = { paper?: Paper | null; receipt?: CheckedReceipt | null };

/** The code of a statement or a receipt, and what the one with that code says. */
export function CheckPaper() {
  const texts = useTexts("verify");
  const [checked, setChecked] = useState<Checked>();
  const form = useForm<"paperCode">({
    initial: { paperCode: "" },
    check: (typed) => {
      if (isOfReceipt(typed.paperCode)) return {};
      const { paperCode: problem } = contractErrors(checkPaper, typed);
      if (problem === undefined) return {};
      return { paperCode: problem === fieldTexts.invalid ? texts.codeForm : problem };
    },
    send: async ({ paperCode }) => {
      const answer = isOfReceipt(paperCode)
        ? await call(checkReceipt, { body: { receiptCode: paperCode } })
        : await call(checkPaper, { body: { paperCode } });
      if (!answer.status) return answer;
      setChecked(answer.result);
      return undefined;
    },
  });
  return (
    <>
      <p className="lead">{texts.lead}</p>
      <SentForm
        form={form}
        label={texts.title}
        labels={{ paperCode: texts.code }}
        submit={texts.check}
        sending={texts.checking}
      >
        <TextField
          {...form.field("paperCode")}
          label={texts.code}
          hint={texts.codeHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => {
            setChecked(undefined);
            form.change("paperCode", target.value);
          }}
        />
      </SentForm>
      <div aria-live="polite" className="verify-answer">
        {checked?.paper === null && <Notice kind="warn">{texts.unknown}</Notice>}
        {checked?.receipt === null && <Notice kind="warn">{texts.receipt.unknown}</Notice>}
        {checked?.paper && <Genuine paper={checked.paper} />}
        {checked?.receipt && <GenuineReceipt receipt={checked.receipt} />}
      </div>
      <section className="verify-sealed">
        <h2>{texts.sealed}</h2>
        <p className="sub">{texts.sealedLead}</p>
        <a href={SEALED_MONTHS} download="sealed-months.json">
          {texts.sealedList}
        </a>
      </section>
      <CallUs />
    </>
  );
}

const NOTICES = {
  accepted: "info",
  sent: "info",
  unknown: "info",
  credited: "ok",
  returned: "warn",
} as const satisfies Record<CheckedReceipt["state"], string>;

const isOfReceipt = (typed: string): boolean => isReceiptCode(readPaperCode(typed));

function GenuineReceipt({
  receipt: { amount, at, bank, lastFour, state },
}: {
  receipt: CheckedReceipt;
}) {
  const texts = useTexts("verify");
  const { receipt } = texts;
  const language = useLanguage();
  return (
    <>
      <Notice kind={NOTICES[state]}>{receipt.states[state]}</Notice>
      <dl className="kv">
        <div>
          <dt>{receipt.amount}</dt>
          <dd>
            <Money amount={amount} alwaysShown />
          </dd>
        </div>
        <div>
          <dt>{receipt.at}</dt>
          <dd>{formatDate(new Date(at), "receipt", language)}</dd>
        </div>
        <div>
          <dt>{receipt.to}</dt>
          <dd>{bank ?? brand.provider}</dd>
        </div>
        <div>
          <dt>{texts.account}</dt>
          <dd>{texts.endsIn(lastFour)}</dd>
        </div>
      </dl>
      <p className="sub">{receipt.compare}</p>
    </>
  );
}

function Genuine({ paper }: { paper: Paper }) {
  const texts = useTexts("verify");
  const language = useLanguage();
  return (
    <>
      <Notice kind="ok">{texts.genuine}</Notice>
      <dl className="kv">
        <div>
          <dt>{texts.month}</dt>
          <dd>{formatDate(dayOf(`${paper.month}-01`), "monthLong", language)}</dd>
        </div>
        <div>
          <dt>{texts.account}</dt>
          <dd>{texts.endsIn(paper.lastFour)}</dd>
        </div>
        <div>
          <dt>{texts.closing}</dt>
          <dd>
            <Money amount={paper.closing} alwaysShown />
          </dd>
        </div>
        <div>
          <dt>{texts.madeAt}</dt>
          <dd>{formatDate(new Date(paper.madeAt), "dayLong", language)}</dd>
        </div>
      </dl>
      <p className="sub">{texts.compare}</p>
    </>
  );
}
