/** An employee number in the form in which all its spellings are one, as staff_person_folded has it. */
export function foldedPerson(personKey: string): string {
  return personKey
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1")
    .replaceAll(/[ -]/g, "");
}

/** Whether two employee numbers are one person's, however they are spelled. */
export function isSamePerson(one: string, other: string): boolean {
  return foldedPerson(one) === foldedPerson(other);
}

/** Whether a person is one of these, however the employee numbers are spelled; null is nobody. */
export function isOneOf(personKey: string, people: readonly (string | null)[]): boolean {
  return people.some((one) => one !== null && isSamePerson(one, personKey));
}

/** Whether this person of the staff is among those whom a request is about (staff_request_about). */
export function isAbout(people: readonly string[], personKey: string): boolean {
  return people.includes(foldedPerson(personKey));
}
