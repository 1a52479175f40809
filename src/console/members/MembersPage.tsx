import { meRead, useMay } from "#console/api/me.ts";
import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { useHiddenParams } from "#console/parts/useHiddenParams.ts";
import { paths } from "#console/paths.ts";
import { Pages } from "#console/table/Pages.tsx";
import { type PlainColumn, PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import {
  isNarrow,
  type MemberRow,
  PERSONAL_CRITERIA,
  SEARCH_CRITERIA,
} from "#contract/staff/memberSearch.ts";
import { isTransferReference } from "#contract/transferReference.ts";
import { failureOf } from "#client/queries.ts";
import { Button } from "#ui/Button.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { generatePath, Link } from "react-router";
import { type Criteria, criteriaOf, type Place, placeOf, searchRead } from "./memberReads.ts";
import { FreezeByNumber } from "./FreezeAccount.tsx";
import { TransferLink } from "./TransferLink.tsx";
import "./members.css";

/** The place in the list is told by the name that stands there. */
const HIDDEN = [...PERSONAL_CRITERIA, "after", "before"];

/** Finding members: what is searched for stands in the address, but for what says who somebody is. */
export function MembersPage() {
  const texts = useTexts("members");
  const [params, setParams] = useHiddenParams(HIDDEN);
  const criteria = criteriaOf(params);
  const isEmpty = Object.keys(criteria).length === 0;
  const result = useQuery({
    ...searchRead(criteria, placeOf(params)),
    enabled: isNarrow(criteria),
  });
  const form = useFormOf(criteria);
  const failure = failureOf(result.error);
  const errorOf = (name: string) => failure?.errors.find(({ param }) => param === name)?.msg;
  return (
    <div className="c-page">
      <PageHead
        title={texts.title}
        after={<p className="sub">{texts.searchHint}</p>}
        actions={<FreezeByNumber />}
      />
      <SearchForm
        key={form.key}
        criteria={criteria}
        errorOf={errorOf}
        onSearch={(next) => {
          form.expect(next);
          setParams(next);
        }}
        onClear={() => {
          form.renew();
          setParams({});
        }}
      />
      {isEmpty && <EmptyState title={texts.start} />}
      {!isEmpty && !isNarrow(criteria) && <Notice kind="info">{texts.searchHint}</Notice>}
      {result.isLoading && <ResultSkeleton />}
      {result.isError && (failure?.errors.length ?? 0) === 0 && (
        <LoadFailed error={result.error} onRetry={() => void result.refetch()} />
      )}
      {result.data && (
        <>
          <TransferFound reference={criteria["reference"]} count={result.data.rows.length} />
          <Results page={result.data} onTurn={(place) => setParams({ ...criteria, ...place })} />
        </>
      )}
    </div>
  );
}

const textOf = (criteria: Criteria) =>
  SEARCH_CRITERIA.map((name) => criteria[name] ?? "").join("\n");

/**
 * Which form shows: another one, with what is looked for in its fields, once that came from elsewhere (Back, a link,
 * the search box). What the form itself asked for leaves it as it is: somebody may be typing on.
 */
function useFormOf(criteria: Criteria) {
  const asked = textOf(criteria);
  const [form, setForm] = useState<{ key: number; asked: string; expected: string | undefined }>({
    key: 0,
    asked,
    expected: undefined,
  });
  if (asked !== form.asked) {
    const isOwn = asked === form.expected;
    setForm({ key: isOwn ? form.key : form.key + 1, asked, expected: undefined });
  }
  return {
    key: form.key,
    expect: (next: Criteria) => setForm((now) => ({ ...now, expected: textOf(next) })),
    renew: () => setForm((now) => ({ ...now, key: now.key + 1 })),
  };
}

/** Whose transfer a reference is says the list below; this leads to the transfer itself. */
function TransferFound({ reference, count }: { reference: string | undefined; count: number }) {
  const texts = useTexts("members");
  const refNo = reference?.trim().toUpperCase() ?? "";
  const may = useMay();
  if (count === 0 || !isTransferReference(refNo) || !may("transfer.view")) return null;
  return (
    <Notice kind="info">
      {texts.transferFound} <TransferLink refNo={refNo} />
    </Notice>
  );
}

function SearchForm(props: {
  criteria: Criteria;
  errorOf: (name: string) => string | undefined;
  onSearch: (criteria: Record<string, string>) => void;
  onClear: () => void;
}) {
  const texts = useTexts("members");
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const found = SEARCH_CRITERIA.flatMap((name) => {
      const value = given.get(name);
      return typeof value === "string" && value.trim() !== "" ? [[name, value.trim()]] : [];
    });
    props.onSearch(Object.fromEntries(found));
  };
  return (
    <Panel padded>
      <search>
        <form className="m-search" onSubmit={submit}>
          {SEARCH_CRITERIA.map((name) => (
            <TextField
              key={name}
              name={name}
              label={texts.fields[name]}
              defaultValue={props.criteria[name] ?? ""}
              error={props.errorOf(name)}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
            />
          ))}
          <div className="m-actions">
            <Button type="submit" look="primary">
              {texts.search}
            </Button>
            <Button look="quiet" onClick={props.onClear}>
              {texts.clear}
            </Button>
          </div>
        </form>
      </search>
    </Panel>
  );
}

function Results(props: {
  page: {
    rows: MemberRow[];
    next: string | null;
    previous: string | null;
    total: { count: number; isMore: boolean };
  };
  onTurn: (place: Place) => void;
}) {
  const texts = useTexts("members");
  const table = useTexts("table");
  const { data: me } = useQuery(meRead());
  const { rows, next, previous, total } = props.page;
  if (rows.length === 0) {
    const isEverywhere = me?.actions.some(
      ({ action, offices }) => action === "member.search" && offices === "all",
    );
    return (
      <EmptyState title={texts.nothing}>
        {isEverywhere ? texts.nothingAnywhere : texts.nothingHint}
      </EmptyState>
    );
  }
  const count = total.count.toLocaleString("en-US");
  return (
    <>
      <output className="sub m-found">
        {texts.found(total.isMore ? table.moreThan(count) : count)}
      </output>
      <PlainTable
        caption={texts.title}
        columns={columnsOf(texts)}
        rows={rows}
        keyOf={({ memberGuid }) => memberGuid}
      />
      <Pages words={texts} previous={previous} next={next} onTurn={props.onTurn} />
    </>
  );
}

function columnsOf(texts: ReturnType<typeof useTexts<"members">>): PlainColumn<MemberRow>[] {
  const { columns } = texts;
  return [
    {
      key: "name",
      head: columns.name,
      cell: ({ memberGuid, name }) => (
        <Link to={generatePath(paths.member, { memberGuid })}>{name}</Link>
      ),
    },
    { key: "membershipNo", head: columns.membershipNo, cell: (row) => row.membershipNo },
    { key: "branch", head: columns.branch, cell: (row) => row.branchName || "–" },
    { key: "mobile", head: columns.mobile, cell: (row) => row.mobileNumber || "–" },
    { key: "card", head: columns.card, cell: (row) => row.cardEnding || "–" },
    {
      key: "status",
      head: columns.status,
      cell: ({ status, hasOnlineAccess }) => (
        <StatusTag kind={hasOnlineAccess && status === "active" ? "ok" : "neutral"}>
          {hasOnlineAccess ? texts.status[status] : texts.noOnline}
        </StatusTag>
      ),
    },
  ];
}

function ResultSkeleton() {
  return (
    <Loading>
      {["a", "b", "c"].map((key) => (
        <Panel padded key={key}>
          <Skeleton width="40%" />
        </Panel>
      ))}
    </Loading>
  );
}
