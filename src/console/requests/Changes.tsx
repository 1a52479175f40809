import { branchesRead } from "#console/api/branches.ts";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import type { RequestDetails } from "#contract/staff/requests.ts";
import { useQuery } from "@tanstack/react-query";
import "./requests.css";

/** The branches that a role is held in come by number; '*' are all of them. */
const ROLE = "role.";

function branchNames(
  value: string | undefined,
  branches: readonly { id: string; name: string }[],
  everyBranch: string,
): string | undefined {
  return value
    ?.split(", ")
    .map((one) =>
      one === "*" ? everyBranch : (branches.find(({ id }) => id === one)?.name ?? one),
    )
    .join(", ");
}

/** Before and after, side by side; what stays the same is folded away, but for what an amount is part of. */
export function Changes({ request: { before, after } }: { request: RequestDetails }) {
  const texts = useTexts("requests");
  const { roles } = useTexts("shell");
  const states = useStateNames();
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const namesBranches = names.some((name) => name.startsWith(ROLE));
  const { data: branches = [] } = useQuery({ ...branchesRead(), enabled: namesBranches });
  const valueOf = (name: string, value: string | undefined) =>
    (name.startsWith(ROLE)
      ? branchNames(value, branches, texts.everyBranch)
      : (states[name]?.[value ?? ""] ?? value)) || texts.nothing;
  const isSame = (name: string) => before[name] === after[name];
  const rowsOf = (shown: readonly string[]) =>
    shown.map((name) => (
      <tr key={name} className={isSame(name) ? "r-same" : undefined}>
        <th scope="row">{factName(name, texts, roles)}</th>
        <td>{amountsText(valueOf(name, before[name]))}</td>
        <td>{amountsText(valueOf(name, after[name]))}</td>
      </tr>
    ));
  const same = names.filter(isSame);
  return (
    <>
      <table className="r-changes">
        <caption>{texts.changes}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>{rowsOf(names.filter((name) => !isSame(name)))}</tbody>
      </table>
      {same.length > 0 && (
        <details className="r-fold" open={same.some((name) => isAmount(after[name]))}>
          <summary>{texts.unchanged(same.length)}</summary>
          <table className="r-changes">
            <caption className="sr">{texts.unchanged(same.length)}</caption>
            <tbody>{rowsOf(same)}</tbody>
          </table>
        </details>
      )}
    </>
  );
}

/** What a stage or state is called where it is worked with, by the name of the fact. */
function useStateNames(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const loans = useTexts("loans");
  const requests = useTexts("requests");
  return {
    fileState: requests.fileStates,
    loanStage: loans.stages,
    loanState: loans.loanStates,
    remittanceState: loans.remittanceStates,
    settlement: loans.settlements,
    verdict: loans.findings,
  };
}

/** Nobody decides about money that they do not see. */
const isAmount = (text: string | undefined) => text?.startsWith("PHP ") === true;

/** Amounts as the rest of the console writes them: requests keep them as plain text. */
const amountsText = (text: string) => text.replaceAll(/PHP (?=[\d-])/g, "₱");

/** A name that the catalogue lacks is shown as the server has it. */
function factName(
  name: string,
  texts: Catalogue["requests"],
  roles: Record<string, string>,
): string {
  const line = /^line\.(\d+)$/.exec(name)?.[1];
  if (line !== undefined) return texts.line(Number(line));
  const known: Record<string, string> = texts.facts;
  return known[name] ?? roles[name.replace(ROLE, "")] ?? name;
}
