/** What the books know of a member and a product asks for. */
export type Standing = {
  /** Of the membership. */
  status: string;
  employer: string;
  /** As somebody of ours wrote it down with the member's identification; null where nobody did. */
  employment: string | null;
  /** What the product is lent to; empty is everybody. */
  member_statuses: readonly string[];
  employers: readonly string[];
};

/** Employments that say that a member is in service no more; the books have no other column for it. */
const OUT_OF_SERVICE: ReadonlySet<string> = new Set(["retired", "survivor"]);
/** Employers that products name; the form calls all others so (row J04). */
const NAMED: ReadonlySet<string> = new Set(["PNP", "BFP"]);
const OTHERS = "Others";

/**
 * Whether a product is lent to this member at all, by what the books have, never by what a form says: the
 * membership is active, and status and employer are among those of the product. Of whom no employer is
 * known nothing can be deducted.
 */
export function isOpenTo(of: Standing): boolean {
  if (of.status !== "active") return false;
  const inService = (of.employment ?? "").trim().toLowerCase();
  const status = OUT_OF_SERVICE.has(inService) ? inService : "active";
  if (of.member_statuses.length > 0 && !of.member_statuses.includes(status)) return false;
  if (of.employers.length === 0) return true;
  const known = of.employer.trim();
  const employer = NAMED.has(known) || known === "" ? known : OTHERS;
  return of.employers.includes(employer);
}
