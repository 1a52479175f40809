import { Reference } from "#ui/Reference.tsx";
import { call } from "#console/api/call.ts";
import { meRead, useMay } from "#console/api/me.ts";
import { ageText } from "#console/parts/ageText.ts";
import { paths } from "#console/paths.ts";
import type { BulkAction } from "#console/table/bulkAction.ts";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { serverNow } from "#client/clock.ts";
import { loanTypes } from "#contract/loanTypes.ts";
import {
  assignLoanApplication,
  exportLoanApplications,
  listLoanApplications,
  LOAN_CODES,
  LOAN_QUEUES,
  LOAN_STAGES,
  type LoanApplicationRow,
  moveLoanApplication,
} from "#contract/staff/loans.ts";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Ribbon } from "#ui/Ribbon.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { ApplicationPreview } from "./ApplicationPreview.tsx";
import "./loans.css";
import { StageTag } from "./tags.tsx";

type Texts = Catalogue["loans"];

/** Applications for loans, queue by queue, the longest waiting first. */
export function ApplicationsPage() {
  const texts = useTexts("loans");
  const language = useLanguage();
  const bulk = useBulkActions(texts);
  const choices = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
    values.map((value) => ({ value, label: names[value] }));
  const list: List<LoanApplicationRow> = {
    name: "loan_applications",
    title: texts.applications,
    lead: <QueueTabs />,
    read: listRead(listLoanApplications),
    fetchFile: listDownload(exportLoanApplications),
    firstSort: "filedAt",
    rowId: ({ applicationNo }) => applicationNo,
    rowName: ({ member, applicationNo }) => `${member}, ${applicationNo}`,
    columns: columnsOf(texts, language),
    bulk,
    filters: [
      {
        type: "choice",
        key: "show",
        label: texts.show,
        choices: choices(LOAN_QUEUES, texts.queues),
      },
      {
        type: "choice",
        key: "stage",
        label: texts.stage,
        choices: choices(LOAN_STAGES, texts.stages),
      },
      {
        type: "choice",
        key: "product",
        label: texts.product,
        choices: choices(LOAN_CODES, loanTypes),
      },
      { type: "text", key: "branch", label: texts.branch },
      { type: "text", isPersonal: true, key: "member", label: texts.anyOf },
      { type: "text", key: "owner", label: texts.ownerFilter, isWhole: true },
      { type: "days", fromKey: "from", toKey: "to", label: texts.filed },
      { type: "numbers", fromKey: "minDays", toKey: "maxDays", label: texts.daysWaiting },
    ],
    preview: ({ applicationNo, member }, onClose) => (
      <ApplicationPreview
        key={applicationNo}
        applicationNo={applicationNo}
        title={member}
        onClose={onClose}
      />
    ),
    previewElsewhere: (applicationNo, onClose) => (
      <ApplicationPreview applicationNo={applicationNo} title={applicationNo} onClose={onClose} />
    ),
  };
  return <ListScreen list={list} />;
}

/** What is done to several at once: only for whoever works on applications. */
function useBulkActions(texts: Texts): readonly BulkAction<LoanApplicationRow>[] {
  const may = useMay();
  const { data: me } = useQuery(meRead());
  if (!may("loan_application.work") || me === undefined) return [];
  const refusalOf = (answer: Awaited<ReturnType<typeof call>>) =>
    answer.status ? undefined : answer;
  return [
    {
      key: "mine",
      label: texts.assignMine,
      run: async ({ applicationNo }) =>
        refusalOf(
          await call(assignLoanApplication, {
            params: { applicationNo },
            body: { to: me.username },
          }),
        ),
    },
    {
      key: "verify",
      label: texts.startMany,
      run: async ({ applicationNo }) =>
        refusalOf(
          await call(moveLoanApplication, {
            params: { applicationNo },
            body: { to: "for_verification", words: "" },
          }),
        ),
    },
  ];
}

function QueueTabs() {
  const texts = useTexts("loans");
  const [params] = useSearchParams();
  const shown = params.get("show") ?? "open";
  return (
    <nav aria-label={texts.show} className="n-tabs">
      {LOAN_QUEUES.map((value) => (
        <Link
          key={value}
          aria-current={shown === value ? "page" : undefined}
          to={`${paths.loanApplications}?show=${value}`}
        >
          {texts.queues[value]}
        </Link>
      ))}
    </nav>
  );
}

const LATE_SECONDS = 2 * 86_400;

function columnsOf(texts: Texts, language: string): readonly Column<LoanApplicationRow>[] {
  const names: Record<string, string> = loanTypes;
  return [
    {
      key: "member",
      head: texts.member,
      isSortable: true,
      onCard: "name",
      cell: ({ member, applicationNo }) => (
        <>
          {member}
          <span className="meta t-under">
            <Reference value={applicationNo} />
          </span>
        </>
      ),
    },
    {
      key: "product",
      head: texts.product,
      cell: ({ product }) => (
        <span className="n-type">
          <Ribbon code={product} /> {shortName(names[product] ?? product)}
        </span>
      ),
    },
    {
      key: "amount",
      head: texts.amount,
      isSortable: true,
      isFigure: true,
      cell: ({ amount }) => <Money amount={amount} alwaysShown />,
    },
    {
      key: "filedAt",
      head: texts.filed,
      isSortable: true,
      isMinor: true,
      cell: ({ filedAt }) => <DateText at={new Date(filedAt)} form="dayTime" language={language} />,
    },
    {
      key: "waiting",
      head: texts.waiting,
      isFigure: true,
      cell: ({ waitsSince }) => (waitsSince === null ? "–" : <Waiting since={waitsSince} />),
    },
    { key: "branch", head: texts.branch, isMinor: true, cell: (row) => row.branchName || "–" },
    {
      key: "stage",
      head: texts.stage,
      onCard: "mark",
      cell: ({ stage, owner }) => (
        <div className="n-stage">
          <StageTag stage={stage} />
          <span className="meta t-under">{owner ?? texts.nobody}</span>
        </div>
      ),
    },
  ];
}

/** The heading says that it is a loan. */
const shortName = (name: string) => name.replace(" Loan", "");

function Waiting({ since }: { since: string }) {
  const seconds = (serverNow() - new Date(since).getTime()) / 1000;
  const text = ageText(seconds);
  return seconds >= LATE_SECONDS ? <b className="n-late">{text}</b> : text;
}
