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

test("S160 whatever the name: at most 26 letters of the card, the surname whole, no letter lost, never cut", () => {
  const some = (list: readonly string[], most: number) =>
    fc.array(fc.constantFrom(...list), { minLength: 1, maxLength: most });
  fc.assert(
    fc.property(some(GIVEN, 4), some(SURNAMES, 3), fc.constantFrom(...SUFFIXES), (g, s, suffix) => {
      const parts = name(g.join(" "), s.join("-"), suffix, "Reyes");
      const surname = railText(parts.lastName) ?? "";
      const made = printedName(parts);
      if (made === undefined) {
        expect(surname.length).toBeGreaterThan(PRINTED_NAME_LENGTH);
        return;
      }
      expect(made).toMatch(/^[A-Z0-9][A-Z0-9 .'-]{1,25}$/);
      expect(` ${made} `).toContain(` ${surname} `);
      const at = ` ${made} `.lastIndexOf(` ${surname} `);
      const before = made.slice(0, at);
      expect(["", ` ${railText(suffix)}`]).toContain(made.slice(at + surname.length));
      // Each of the given names whole, or its initial, in their order.
      const given = (railText(parts.firstName) ?? "").split(" ");
      before
        .trim()
        .split(" ")
        .filter(Boolean)
        .forEach((word, index) => expect([given[index], given[index]?.[0]]).toContain(word));
      // Nothing is left out that has room.
      const whole = [...given, surname, ...(suffix === "" ? [] : [railText(suffix)])].join(" ");
      if (whole.length <= PRINTED_NAME_LENGTH) expect(made).toBe(whole);
      expect(chosenPrintedName(made, parts)).toBe(made);
    }),
    { numRuns: 2000 },
  );
});
