import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isNarrow, readSearchText, searchMembers } from "#contract/staff/memberSearch.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let staff: Awaited<ReturnType<World["makeStaff"]>>;
const guids = new Map<string, string>();

const PEOPLE: [string, string, string?][] = [
  ["Dominador", "De la Cruz", "Reyes"],
  ["Maria Consolacion Niña", "Dimaculangan-De los Santos"],
  ["Sheila", "De Guzman"],
  ["Gemma", "DeGuzman"],
  ["Seán", "O'Hara"],
  ["Ana", "D'Souza-Ñáñez"],
  ["Ma. Luz", "Sta. Ana"],
  ["Sukarno", ""],
];

beforeAll(async () => {
  world = await makeWorld();
  staff = await world.makeStaff({ role: "teller", officeId: 1n });
  for (const [first_name, last_name, middle_name = ""] of PEOPLE) {
    const member = await world.makeMember({ officeId: 1n });
    guids.set(member.guid, last_name === "" ? first_name : `${first_name} ${last_name}`);
    await world.app.db
      .updateTable("member")
      .set({ first_name, middle_name, last_name })
      .where("id", "=", member.id)
      .execute();
  }
});
afterAll(() => world.close());

async function found(query: Record<string, string>): Promise<(string | undefined)[]> {
  const answer = await staff.call(searchMembers, { query });
  if (!answer.status) throw new Error(JSON.stringify(answer));
  return answer.result.rows.map(({ memberGuid }) => guids.get(memberGuid));
}

const NINA = "Maria Consolacion Niña Dimaculangan-De los Santos";
const DOMINADOR = "Dominador De la Cruz";
test.each([
  ["Dimaculangan", "Nin\u0303a", NINA],
  ["Dela Cruz", "Dominador", DOMINADOR],
  ["delacruz", "DOMINADOR", DOMINADOR],
  ["de  la cruz", "domi", DOMINADOR],
  ["cruz", "dominador", DOMINADOR],
  ["delos santos", "maria", NINA],
  ["Delos-Santos", "niña", NINA],
  ["los santos", "consolacion", NINA],
  ["DeGuzman", "Sheila", "Sheila De Guzman"],
  ["de guzman", "gemma", "Gemma DeGuzman"],
  ["O’Hara", "Seán", "Seán O'Hara"],
  ["ohara", "sean", "Seán O'Hara"],
  ["d`souza", "ana", "Ana D'Souza-Ñáñez"],
  ["nanez", "ana", "Ana D'Souza-Ñáñez"],
  ["Santa Ana", "Maria Luz", "Ma. Luz Sta. Ana"],
  ["sta ana", "maluz", "Ma. Luz Sta. Ana"],
])("S163 last name %j and first name %j find %s", async (lastName, firstName, who) => {
  expect(await found({ lastName, firstName })).toEqual([who]);
});

test.each([
  ["dominador cruz", DOMINADOR],
  ["Dominador Dela Cruz", DOMINADOR],
  ["cruz, dominador", DOMINADOR],
  ["De la Cruz, Dominador", DOMINADOR],
  ["dominador reyes cruz", DOMINADOR],
  ["Dominador R. de la Cruz", DOMINADOR],
  ["delacruz dominador", DOMINADOR],
  ["nin\u0303a delos santos", NINA],
  ["sheila deguzman", "Sheila De Guzman"],
  ["gemma de guzman", "Gemma DeGuzman"],
  ["Seán O’Hara", "Seán O'Hara"],
  ["maria luz santa ana", "Ma. Luz Sta. Ana"],
])("S163 the one box finds by %j", async (text, who) => {
  expect(await found(readSearchText(text))).toEqual([who]);
});

test.each([
  ["guzman", "dominador"],
  ["ruz", "dominador"],
  ["cruz", "sheila"],
])("S163 the last name %j and the first name %j are nobody's", async (lastName, firstName) => {
  expect(await found({ lastName, firstName })).toEqual([]);
});

test("S163 who has one name is found by it, and shown with that alone", async () => {
  const of = [...guids].find(([, name]) => name === "Sukarno")?.[0];
  const { membership_no, mobile_number } = await world.app.db
    .selectFrom("member")
    .select(["membership_no", "mobile_number"])
    .where("guid", "=", of ?? "")
    .executeTakeFirstOrThrow();
  const answer = await staff.call(searchMembers, {
    query: { firstName: "sukarno", mobile: mobile_number ?? "" },
  });
  expect(answer).toMatchObject({
    result: { rows: [{ name: "Sukarno", membershipNo: membership_no }] },
  });
});

test.each([
  (number: string) => `\u202a${number}\u202c`,
  (number: string) => number.replace("+63", "0"),
  (number: string) => number.replace("+63", "+63(0)"),
  (number: string) => `tel:${number.replace("+63", "+63 ")}`,
])("S159 S163 a mobile number finds its member, however it is written (%#)", async (written) => {
  const member = await world.makeMember({ officeId: 1n, mobileNumber: "+638951234567" });
  const text = written("+638951234567");
  expect(readSearchText(text)).toEqual({ mobile: "+638951234567" });
  const answer = await staff.call(searchMembers, { query: { mobile: text } });
  expect(answer).toMatchObject({ result: { rows: [{ memberGuid: member.guid }] } });
  await world.app.db
    .updateTable("member")
    .set({ mobile_number: null })
    .where("id", "=", member.id)
    .execute();
});

test.each(["de la cruz", "delos santos", "cruz", "o'hara", "a b", "san"])(
  "S133 the name %j alone is too wide",
  async (name) => {
    expect(isNarrow({ name })).toBe(false);
    expect(await staff.call(searchMembers, { query: { name } })).toMatchObject({
      code: "search_too_wide",
    });
  },
);

test.each([
  { name: "maria maria" },
  { name: "maria mari" },
  { name: "Dela Cruz, cruz" },
  { name: "niña nina" },
  { name: "delacruz cruz" },
  { name: "cr uz" },
  { name: "de los sa ntos" },
  { name: "ma ria" },
  { name: "cruz", lastName: "cruz" },
  { name: "De la Cruz", lastName: "Cruz" },
  { name: "maria", firstName: "Mari" },
])("S133 one name said twice or in pieces, as %j, finds nobody by it alone", async (query) => {
  expect(await found(query)).toEqual([]);
});

test.each([
  [{ name: "cruz", firstName: "Dominador" }, DOMINADOR],
  [{ name: "dominador", lastName: "de la Cruz" }, DOMINADOR],
  [{ name: "reyes cruz" }, DOMINADOR],
  [{ name: "ana nanez" }, "Ana D'Souza-Ñáñez"],
])("S163 a last name and another, as %j, find %s", async (query, who) => {
  expect(await found(query)).toEqual([who]);
});

test("S163 a search by names goes by an index", async () => {
  await sql`set enable_seqscan = off`.execute(world.app.db);
  const { rows } = await sql<{ "QUERY PLAN": string }>`
    explain select 1 from member m where member_names(m.first_name, m.middle_name, m.last_name, m.qualifier)
      @@ name_query(${"dominador dela cruz"}, '')`.execute(world.app.db);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("member_by_names");
});
