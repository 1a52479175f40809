/** 'Maria C.': who knows the person knows them by it, and nobody learns a whole name. 'Ma. Luz C.' stays two words. */
export function shortName({
  first_name: first,
  last_name: last,
}: {
  first_name: string;
  last_name: string;
}): string {
  const words = first.split(" ");
  const given = words.slice(0, (words[0]?.replaceAll(".", "").length ?? 0) <= 2 ? 2 : 1).join(" ");
  return `${given} ${Array.from(last)[0] ?? ""}.`;
}
