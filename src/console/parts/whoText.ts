/** Words for who is no person by name: our jobs, and the others by what they are called in the trail. */
type Words = { job: string; others: Readonly<Record<string, string>> };

/**
 * Who did something, in words: a member of staff or a member by name, a program by what it is. The names of
 * our jobs have a capital letter, which no username has.
 */
export function whoText(name: string, words: Words): string {
  if (/^[a-z]+[A-Z]/.test(name)) return words.job;
  return words.others[name] ?? name;
}
