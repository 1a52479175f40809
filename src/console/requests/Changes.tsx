import { branchesRead } from "#console/api/branches.ts";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import type { RequestDetails } from "#contract/staff/requests.ts";
import { useQuery } from "@tanstack/react-query";
import { plainValue, useFactValues } from "./factValues.ts";
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

/**
 * Before and after, side by side. What stays the same is folded away, but never what the decision is about
 * all the same: its amounts and terms.
 */
export function Changes({ request: { before, after } }: { request: RequestDetails }) {
  const texts = useTexts("requests");
  const { roles } = useTexts("shell");
  const language = useLanguage();
  const states = useFactValues();
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const namesBranches = names.some((name) => name.startsWith(ROLE));
  const { data: branches = [] } = useQuery({ ...branchesRead(), enabled: namesBranches });
  const valueOf = (name: string, value: string | undefined) =>
    (name.startsWith(ROLE)
      ? branchNames(value, branches, texts.everyBranch)
      : (states[name]?.[value ?? ""] ?? plainValue(value ?? "", language))) || texts.nothing;
  const isSame = (name: string) => before[name] === after[name];
  const sameRowsOf = (shown: readonly string[]) =>
    shown.map((name) => (
      <tr key={name} className="r-same">
        <th scope="row">{factName(name, texts, roles)}</th>
        <Value text={valueOf(name, after[name])} />
      </tr>
    ));
  const changedRowsOf = (shown: readonly string[]) =>
    shown.map((name) => (
      <tr key={name}>
        <th scope="row">{factName(name, texts, roles)}</th>
        <Value text={valueOf(name, before[name])} />
        <Value text={valueOf(name, after[name])} />
      </tr>
    ));
  const same = names.filter(isSame);
  const terms = same.filter((name) => isTerm(name, after[name]));
  const rest = same.filter((name) => !terms.includes(name));
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
        <tbody>{changedRowsOf(names.filter((name) => !isSame(name)))}</tbody>
      </table>
      {terms.length > 0 && (
        <table className="r-changes">
          <caption>{texts.terms}</caption>
          <tbody>{sameRowsOf(terms)}</tbody>
        </table>
      )}
      {rest.length > 0 && (
        <details className="r-fold">
          <summary>{texts.unchanged(rest.length)}</summary>
          <table className="r-changes">
            <caption className="sr">{texts.unchanged(rest.length)}</caption>
            <tbody>{sameRowsOf(rest)}</tbody>
          </table>
        </details>
      )}
    </>
  );
}

/** A mobile number, a day or an amount in two lines is read wrong. */
const FIGURE = /^[+₱-]*\d[\d,.-]{0,13}$/;

function Value({ text }: { text: string }) {
  const shown = amountsText(text);
  return <td className={FIGURE.test(shown) ? "num" : undefined}>{shown}</td>;
}

/** Nobody decides about money that they do not see, nor about for how long and at what interest. */
const TERMS = ["annualRate", "effectiveRate", "largestOpenings", "months", "openingTotal"];
const isTerm = (name: string, text = "") => TERMS.includes(name) || /PHP [\d-]/.test(text);

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
