import { Who } from "#console/parts/Who.tsx";
import { dayText } from "#console/parts/Day.tsx";
import { useMay } from "#console/api/me.ts";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { paths } from "#console/paths.ts";
import { ReadPreview } from "#console/table/ReadPreview.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { formatPesos, toDecimal } from "#common/money.ts";
import type { EarningRun } from "#contract/staff/earnings.ts";
import { Button } from "#ui/Button.tsx";
import { Checkbox } from "#ui/Checkbox.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { generatePath, Link } from "react-router";
import { earningRunRead } from "./earningReads.ts";

/** The panel of a run: its figures, how far it came, and asking for what a second person decides. */
export function EarningPreview(props: { runId: string; title: string; onClose: () => void }) {
  const query = useQuery(earningRunRead(props.runId));
  return (
    <ReadPreview title={props.title} reference={props.title} query={query} onClose={props.onClose}>
      {(run) => <Details run={run} />}
    </ReadPreview>
  );
}

function Details({ run }: { run: EarningRun }) {
  const texts = useTexts("earnings");
  const { runId, openRequestId, kept } = run;
  return (
    <div className="p-preview">
      {openRequestId !== null && (
        <Notice kind="info">
          {texts.waits}{" "}
          <Link to={`${paths.requests}?show=all&open=${openRequestId}`}>{texts.toRequest}</Link>
        </Notice>
      )}
      {kept > 0 && <Notice kind="warn">{texts.keptLead}</Notice>}
      <Ask run={run} />
      <Figures run={run} />
      {run.lines > 0 && run.state !== "dropped" && (
        <p>
          <Link to={generatePath(paths.earningLines, { runId })}>{texts.showLines}</Link>
        </p>
      )}
    </div>
  );
}

function Figures({ run }: { run: EarningRun }) {
  const texts = useTexts("earnings");
  const language = useLanguage();
  const fact = (name: string, value: ReactNode) => ({ key: name, name, value });
  const money = (amount: bigint) => <Money amount={amount} alwaysShown />;
  const figure = (count: number) => count.toLocaleString("en-US");
  const done = (count: number) => texts.progressOf(figure(count), figure(run.lines));
  return (
    <KeyValueList
      isTight
      rows={[
        fact(texts.kind, `${texts.kinds[run.kind]}, ${texts.products[run.product]}`),
        fact(texts.state, texts.states[run.state]),
        fact(texts.period, texts.periodOf(dayText(run.from, language), dayText(run.to, language))),
        fact(texts.rate, `${run.rate} %`),
        fact(texts.dayBasis, String(run.dayBasis)),
        fact(texts.taxRate, `${run.taxRate} %`),
        fact(texts.minimum, money(run.minimum)),
        fact(texts.accounts, figure(run.accounts)),
        fact(texts.closing, money(run.closing)),
        fact(texts.lines, figure(run.lines)),
        fact(texts.gross, money(run.gross)),
        fact(texts.tax, money(run.tax)),
        fact(texts.net, money(run.net)),
        ...(run.posted > 0 || run.state === "posting"
          ? [fact(texts.progress, done(run.posted))]
          : []),
        ...(run.reversalBy === ""
          ? []
          : [
              fact(texts.takenBack, done(run.reversed - run.kept)),
              fact(texts.reversalBy, run.reversalBy),
            ]),
        ...(run.kept === 0
          ? []
          : [
              fact(
                texts.kept,
                <>
                  {figure(run.kept)}, {money(run.keptTotal)}
                </>,
              ),
            ]),
        fact(texts.madeBy, <Who name={run.madeBy} />),
        ...(run.approvedBy === "" ? [] : [fact(texts.approvedBy, run.approvedBy)]),
      ]}
    />
  );
}

/** What was asked for is not offered again, and its dialog still says that it was. */
function Ask({ run }: { run: EarningRun }) {
  const texts = useTexts("earnings");
  const may = useMay();
  const [isOpen, setIsOpen] = useState<"post" | "reverse">();
  const isFree = run.openRequestId === null && run.lines > 0;
  const canPost = isFree && run.state === "reckoned" && may("request.post_dividend");
  const canReverse = isFree && run.state === "posted" && may("request.reverse_earnings");
  const close = () => setIsOpen(undefined);
  return (
    <>
      {(canPost || canReverse) && (
        <div className="p-actions">
          {canPost && (
            <Button small look="primary" onClick={() => setIsOpen("post")}>
              {texts.askPost}
            </Button>
          )}
          {canReverse && (
            <Button small onClick={() => setIsOpen("reverse")}>
              {texts.askReverse}
            </Button>
          )}
        </div>
      )}
      {isOpen === "post" && <AskPost run={run} onClose={close} />}
      {isOpen === "reverse" && <AskReverse run={run} onClose={close} />}
    </>
  );
}

type Asked = { run: EarningRun; onClose: () => void };

function AskPost({ run, onClose }: Asked) {
  const texts = useTexts("earnings");
  const { runId, rate, gross, lines } = run;
  return (
    <RequestDialog
      title={texts.askPost}
      kind="post_dividend"
      payload={() => ({ runId, rate, gross: toDecimal(gross) })}
      changes={["earningRun", runId]}
      onClose={onClose}
    >
      {() => <p>{texts.askPostBody(lines.toLocaleString("en-US"), formatPesos(gross))}</p>}
    </RequestDialog>
  );
}

function AskReverse({ run, onClose }: Asked) {
  const texts = useTexts("earnings");
  const [again, setAgain] = useState(false);
  const { runId, net, lines } = run;
  return (
    <RequestDialog
      title={texts.askReverse}
      kind="reverse_earnings"
      payload={() => ({ runId, net: toDecimal(net), again })}
      changes={["earningRun", runId]}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{texts.askReverseBody(lines.toLocaleString("en-US"), formatPesos(net))}</p>
          {run.kind === "interest" && (
            <Checkbox id="credit-again" checked={again} onChange={() => setAgain(!again)}>
              {texts.again}
            </Checkbox>
          )}
        </>
      )}
    </RequestDialog>
  );
}
