/** A reference in its groups where there are letters only: a picture, a document, a line to choose. */
export const referenceText = (reference: string): string => referenceGroups(reference).join(" ");

/**
 * A reference number in the groups in which it is shown and read out: letters in front, then digits in
 * fours counted from the end; what stands before the last hyphen, and letters after it, belong to the first group. Up
 * to seven digits behind a hyphen are read as they stand: the hyphens are their groups.
 * 'OT261121-0000000012' -> ['OT261121-00', '0000', '0012']; 'PO00010000058' -> ['PO', '000', '1000', '0058'];
 * 'CR-0006-0000001' -> ['CR-0006-0000001'].
 * Put together without blanks they are the reference again.
 */
export function referenceGroups(reference: string): string[] {
  const [, before = "", letters = "", digits = ""] = /^(.*-)?(\p{L}*)(\d+)$/u.exec(reference) ?? [];
  if (digits.length <= 4 || (before !== "" && digits.length <= 7)) return [reference];
  const groups = digits.replaceAll(/\B(?=(?:\d{4})+$)/g, " ").split(" ");
  if (letters !== "" && before === "") return [letters, ...groups];
  return [before + letters + (groups[0] ?? ""), ...groups.slice(1)];
}
