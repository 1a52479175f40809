import { brand } from "#brand";
import { expect, test } from "vitest";
import { Refusal } from "#server/refusal.ts";
import { knownBy, refuseWeakPassword } from "./passwordRules.ts";

const words = {
  username: "Juana.Reyes",
  membershipNo: "0001200900010005",
  birthDate: "1980-06-02",
  knownBy: knownBy({
    first_name: "Isagani",
    middle_name: "Reyes",
    last_name: "Dela Peña",
    mobile_number: "+639995551024",
  }),
};

async function verdictOn(password: string): Promise<string> {
  try {
    await refuseWeakPassword(password, words, "new_password");
    return "ok";
  } catch (error) {
    return error instanceof Refusal ? error.code : "another error";
  }
}

const common =
  `password password1 passw0rd 12345678 123456789 1234567890 qwertyuiop qwerty123 iloveyou
  iloveyou1 sunshine princess football baseball superman michelle jennifer starwars trustno1 letmein1
  11111111 00000000 abcd1234 1q2w3e4r 1qaz2wsx asdfghjkl zxcvbnm1 butterfly chocolate liverpool
  manchester barcelona PASSWORD QwErTy123 computer internet whatever
  0123456789 9876543210 987654321 01234567 12341234 123123123 0987654321 87654321 pilipinas Passw0rd!
  Password2026! Pinoy2026! Iloveyou#2026 mahalkita123 manila123 ganda123 pnp12345 pogiako123 Pinoy2024 M@hal123
  P@ssw0rd2026! P@ssw0rd1! Disyembre2026 January2026! juandelacruz !adobo1234 Manila2026@ 2026Pogi! Admin@1231`.split(
    /\s+/,
  );

test.each([...common, "aaaaaaaaaaaaaaaa", "........", "ＰＡＳＳＷＯＲＤ"])(
  "S024 %s is what many people use",
  async (password) => {
    expect(await verdictOn(password)).toBe("password_too_common");
  },
);

test.each([
  "juana.reyes",
  "xxJUANA.REYESxx",
  "0001200900010005",
  "0001 2009 0001 0005",
  "my-0001-2009-0001-0005",
  `${brand.product} is good`,
  `${brand.apiSlug}-2026-xyz`,
  "born 19800602",
  "born 1980-06-02",
  "06/02/1980 was it",
  "02.06.1980 was it",
  "mine: 800602",
  "isagani2026",
  "Isagani1990",
  "reyesisagani",
  "isagani.reyes",
  "isagani123456",
  "639995551024",
  "09995551024",
  "0999-555-1024",
  "PEÑA-isagani",
  "1200900010005",
  "Isagani2026!",
  "isagani dela pena 2026",
  "DelaPena2026!",
  "isagani007",
  "isagani0602!",
  "isagani/reyes",
  "(0999)5551024",
  "Inagasi 2026",
  // A piece of a number: the member's, and the phone's.
  "200900010005",
  "0900010005ab",
  "2009-0001-0005",
  "95551024xy",
  "95551024@2026",
  // The username, written otherwise.
  "juana reyes",
  "juana reyes 2",
  // A name with a word that many people use, or with other letters.
  "isaganimahal",
  "iloveIsagani!",
  "reyesfamily",
  "Isaganipogi123",
  "!Is@gani@2026",
  // Backwards.
  "20600891 ab",
  "seyer.anauj1",
  "5000100090021000",
])("S024 %s is made of what others know", async (password) => {
  expect(await verdictOn(password)).toBe("password_is_personal");
});

const good = `correct horse battery|a long walk to Baguio|tatlong bibe sa ilog|8 mangga at 3 saging|
  ñandú ñandú ñandú|👍👍🌋👍👍🌋👍👍|gH7#kq2Lp0|ulan sa tag-araw|kape at pandesal|bahay kubo kahit munti|
  ang lolo kong malikot|twelve small boats|m0unt apo at dawn|19800603 not mine|
  the year was 1980|0001200900010004|x%y$z!w^v&|naglalakad sa Luneta|three wise carabaos|delayed in Cubao|
  isagani naglalakad`
  .split("|")
  .map((text) => text.trim());

test.each([
  ...good,
  ...good.map((text) => `${text} 2`),
  ...good.slice(0, 10).map((t) => `my ${t}`),
  "900010005 tulay sa Ilog",
])("S023 S024 %s is as good as any", async (password) => {
  expect(await verdictOn(password)).toBe("ok");
});
