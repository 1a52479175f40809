import { type MobileFault, isMobile, mobileOf, readMobile } from "#common/mobile.ts";
import { type NameFault, readName, readQualifier } from "#common/personName.ts";
import * as z from "zod/mini";
import { fieldTexts } from "./fields.ts";

type Text = { en: string; fil: string };

/** Why a text is no mobile number, for forms and files. */
export const mobileTexts: Record<MobileFault, Text> = {
  not_mobile: {
    en: fieldTexts.mobileNumber,
    fil: "Maglagay ng mobile number, halimbawa 0917 555 1234",
  },
  landline: {
    en: "This is a landline. Enter a mobile number, for example 0917 555 1234",
    fil: "Landline ito. Maglagay ng mobile number, halimbawa 0917 555 1234",
  },
  two_numbers: {
    en: "There are two numbers here. Enter one of them",
    fil: "Dalawang numero ito. Isa lang ang ilagay",
  },
  spreadsheet: {
    en: "The spreadsheet has changed this number. Enter it again as text, for example 0917 555 1234",
    fil: "Binago ng spreadsheet ang numerong ito. Ilagay ulit bilang text, halimbawa 0917 555 1234",
  },
};

/** Why a text is no name of a person, for forms and files. */
export const nameTexts: Record<NameFault, Text> = {
  invisible: {
    en: fieldTexts.invisible,
    fil: "May karakter dito na hindi nakikita. I-type ulit ito",
  },
  marks: {
    en: "Write the name alone, without brackets, commas or slashes",
    fil: "Pangalan lamang ang isulat, walang panaklong, kuwit o slash",
  },
  no_letter: {
    en: "A name has letters. Leave the field empty if there is none",
    fil: "May letra ang pangalan. Iwanang blangko ang field kung wala",
  },
  letters: {
    en: "A name has letters, spaces, dots, dashes and apostrophes only",
    fil: "Letra, espasyo, tuldok, gitling at kudlit lamang ang nasa pangalan",
  },
};

/** A mobile number as people write it; '+639175551234' when read. */
export const mobileNumber = z.string(fieldTexts.required).check(
  z.overwrite(mobileOf),
  z.minLength(1, fieldTexts.required),
  z.refine(isMobile, {
    error: ({ input }) => {
      const read = readMobile(String(input));
      return "fault" in read ? mobileTexts[read.fault].en : fieldTexts.mobileNumber;
    },
  }),
);

/** A person's name, or a part of it, that may be empty; in the form in which it is kept when read. */
export const nameOrNone = (maximum: number) => kept(readName, maximum);

/** 'Jr.', 'III', '2nd' or nothing. */
export const qualifierOrNone = (maximum: number) => kept(readQualifier, maximum);

/** A person's name, or a part of it. */
export const personName = (maximum: number) =>
  nameOrNone(maximum).check(z.minLength(1, fieldTexts.required));

function kept(read: typeof readName, maximum: number) {
  return z.string(fieldTexts.required).check(
    z.overwrite((text) => {
      const name = read(text);
      return "name" in name ? name.name : text;
    }),
    z.refine((text) => "name" in read(text), {
      error: ({ input }) => {
        const name = read(String(input));
        return "fault" in name ? nameTexts[name.fault].en : fieldTexts.invalid;
      },
      abort: true,
    }),
    z.maxLength(maximum, fieldTexts.tooLong),
  );
}
