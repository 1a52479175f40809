import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chosenPrintedName,
  type NameParts,
  PRINTED_NAME_LENGTH,
  printedName,
} from "./printedName.ts";
import { railText } from "./railText.ts";

const name = (firstName: string, lastName: string, qualifier = "", middleName = ""): NameParts => ({
  firstName,
  middleName,
  lastName,
  qualifier,
});

test.each([
  ["Juana", "Cruz", "", "JUANA CRUZ"],
  ["Maria Consolacion", "Villanueva-Macapagal", "", "M C VILLANUEVA-MACAPAGAL"],
  ["Jose Marie Emmanuel", "Dimaculangan", "III", "JOSE M E DIMACULANGAN III"],
  ["Ma. Teresa", "De la Cruz", "Jr.", "MA. TERESA DE LA CRUZ JR."],
  ["Maria Concepcion dela", "Cruzado", "", "MARIA C DELA CRUZADO"],
  ["José", "dela Peña", "III", "JOSE DELA PENA III"],
  ["Seán", "O’Hara", "", "SEAN O'HARA"],
  ["Ana‐Marie", "D’Souza-Ñáñez", "", "ANA-MARIE D'SOUZA-NANEZ"],
  ["Øystein", "Ærø-Strauß", "", "OYSTEIN AERO-STRAUSS"],
  ["Łukasz", "Þórðarson", "", "LUKASZ THORDARSON"],
  ["Ana (Nena)", "Santos", "", "ANA SANTOS"],
  ["", "Sukarno", "", "SUKARNO"],
  ["Sukarno", "", "", "SUKARNO"],
  [".", "Sukarno", "", "SUKARNO"],
  ["-", "Sukarno", "", "SUKARNO"],
  ["Al", "Hajj", "", "AL HAJJ"],
  ["Sittie Fatimah Zahra Noraisah", "Mangudadatu-Ampatuan", "", "S F Z MANGUDADATU-AMPATUAN"],
  ["Abdulrahman", "Macapagal-Mangudadatu Al", "", "A MACAPAGAL-MANGUDADATU AL"],
  ["Abdulrahman", "Macapagal-Mangudadatu Ali", "Jr.", "MACAPAGAL-MANGUDADATU ALI"],
  ["Nuraisa", "Villanueva-Macapagal-Lim", "Jr.", "N VILLANUEVA-MACAPAGAL-LIM"],
])("S160 %s %s %s is printed %s", (first, last, qualifier, printed) => {
  expect(printedName(name(first, last, qualifier))).toBe(printed);
});

test.each([
  ["Ana", "Abdulrahman-Macapagal Al-Hajj Datu Mangudadatu Sinsuat Ampatuan"],
  ["Ana", "Wickramasinghearachchilageperera"],
  ["Мария", "Cruz"],
  ["Ana", "李"],
])("S160 for %s %s the member is asked", (first, last) => {
  expect(printedName(name(first, last))).toBeUndefined();
});

test("S160 what a member types is made of the member's own name, in the letters of the card", () => {
  const long = name(
    "Sittie Fatimah",
    "Abdulrahman-Macapagal Al-Hajj Datu Mangudadatu Sinsuat Ampatuan",
  );
  expect(chosenPrintedName("Sittie  Ampatuan", long)).toBe("SITTIE AMPATUAN");
  expect(chosenPrintedName("s f abdulrahman-macapagal", long)).toBe("S F ABDULRAHMAN-MACAPAGAL");
  for (const other of [
    "Juan Cruz",
    "Sittie Cruz",
    "Sittie Sittie",
    "S A",
    "S",
    "",
    "Сити Ampatuan",
    "Sittie Fatimah Abdulrahman Ampatuan",
  ]) {
    expect(chosenPrintedName(other, long)).toBeUndefined();
  }
  // A surname too long for the card by itself: its beginning.
  const one = name("Ana", "Wickramasinghearachchilageperera");
  expect(chosenPrintedName("Ana Wickramasinghe", one)).toBe("ANA WICKRAMASINGHE");
  // What has no such letters is written by its bearer.
  const cyrillic = name("Мария", "Cruz");
  expect(chosenPrintedName("Mariya Cruz", cyrillic)).toBe("MARIYA CRUZ");
  expect(chosenPrintedName("Mariya Ivanovna Cruz", cyrillic)).toBeUndefined();
});

const GIVEN = [
  ..."Juan,Maria,Ma.,Jose Marie,Ma. Teresa,José,Peñafrancia,Ana-Marie,Sittie,Bai Omaimah".split(
    ",",
  ),
  ..."Abdul Rahman,Øystein,Søren,Ægir,Zoë,François,Jürgen,Nguyễn,Saïd,D'Angelo,Ma. Concepcion".split(
    ",",
  ),
];
const SURNAMES = [
  ..."Cruz,Dela Cruz,De la Cruz,de los Santos,Macapagal-Arroyo,Ñáñez,Peña,O’Hara,Ó Briain".split(
    ",",
  ),
  ..."Abdulrahman,Al-Hajj,Datu Mangudadatu,Ampatuan,bin Abdullah,Sinsuat,van der Bergh".split(","),
  ..."Strauß,Ærø,Sørensen,Łukasiewicz,Þórðarson,Nguyễn,García-Márquez,Dimaculangan".split(","),
];
const SUFFIXES = ["", "", "Jr.", "Sr.", "III", "2nd"];

/** What is wrong with what was made of a name; the surname and the given names as they are folded. */
function faultsOf(parts: NameParts, made: string | undefined): string[] {
  const surname = railText(parts.lastName) ?? "";
  if (made === undefined) return surname.length > PRINTED_NAME_LENGTH ? [] : ["nothing was made"];
  const given = (railText(parts.firstName) ?? "").split(" ");
  const suffix = parts.qualifier === "" ? [] : [railText(parts.qualifier)];
  const at = ` ${made} `.lastIndexOf(` ${surname} `);
  const before = made.slice(0, Math.max(at, 0)).trim().split(" ").filter(Boolean);
  const isGiven = before.every((word, index) => [given[index], given[index]?.[0]].includes(word));
  const after = made.slice(at + surname.length);
  const whole = [...given, surname, ...suffix].join(" ");
  const rules: [string, boolean][] = [
    ["not the card's letters, or too many", /^[A-Z0-9][A-Z0-9 .'-]{1,25}$/.test(made)],
    ["the surname is not whole", at >= 0],
    ["not the given names or their initials, in their order", isGiven],
    ["something follows that is no suffix", ["", ` ${suffix.join("")}`].includes(after)],
    ["shortened though it fits", whole.length > PRINTED_NAME_LENGTH || made === whole],
    ["its bearer could not choose it", chosenPrintedName(made, parts) === made],
  ];
  return rules.flatMap(([fault, isRight]) => (isRight ? [] : [fault]));
}

test("S160 whatever the name: at most 26 letters of the card, the surname whole, no letter lost, never cut", () => {
  const some = (list: readonly string[], most: number) =>
    fc.array(fc.constantFrom(...list), { minLength: 1, maxLength: most });
  fc.assert(
    fc.property(some(GIVEN, 4), some(SURNAMES, 3), fc.constantFrom(...SUFFIXES), (g, s, suffix) => {
      const parts = name(g.join(" "), s.join("-"), suffix, "Reyes");
      expect(faultsOf(parts, printedName(parts))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test("S160 a name of nothing but brackets costs no more than its length", () => {
  // Square, it would take hours.
  const brackets = "(".repeat(3_000_000);
  expect(printedName(name(`Ana ${brackets}`, "Reyes"))).toBe("ANA REYES");
});
