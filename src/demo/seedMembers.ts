import { brand } from "#brand";
import {
  type CardStatus,
  cardStatusNumbers,
  type CardType,
  cardTypeNumbers,
} from "#contract/cardStatus.ts";
import { documentVersions } from "#contract/documents.ts";
import type { App } from "#server/platform/app.ts";
import { panMac } from "#server/domains/cards/state/panMac.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";
import { usernameKey } from "#server/domains/members/usernameKey.ts";
import type { Tx } from "#server/db/db.ts";
import { openAccount } from "#server/ledger/openAccount.ts";
import {
  demoCardNumber,
  demoCustomerId,
  demoExpiry,
  demoToken,
  STATES_WITH_PLASTIC,
} from "./demoCard.ts";
import { type DemoMember, readOffices } from "./demoFiles.ts";
import type { SeededMember } from "./seededMember.ts";
import { moveToScenario, OPENED_DAYS_AGO } from "./seedCardEvents.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The same password for all who have online access, each with a salt of its own. */
async function hashDemoPassword(app: App, { username }: DemoMember): Promise<string | null> {
  return username === null ? null : hashPassword(app.secrets, brand.demoPassword);
}

/** Offices, members and cards. Ledger accounts of the cards are opened, at zero. */
export async function seedMembers(
  tx: Tx,
  app: App,
  members: DemoMember[],
): Promise<SeededMember[]> {
  // All at once, while the first are written down; four at a time is what the library runs.
  const hashes = members.map((member) => hashDemoPassword(app, member));
  await tx
    .insertInto("office")
    .values(
      readOffices().map(({ office_id, cardPickup, ...office }) => ({
        id: BigInt(office_id),
        has_card_pickup: cardPickup,
        ...office,
      })),
    )
    .execute();
  const seeded: SeededMember[] = [];
  for (const [index, member] of members.entries()) {
    const { id, guid: memberGuid } = await insertMember(
      tx,
      app,
      member,
      (await hashes[index]) ?? null,
    );
    const serial = member.membershipNo.slice(8, 15);
    const cardId = await insertCard(tx, app, member, { memberId: id, memberGuid, serial });
    seeded.push({ ...member, id, position: index + 1, serial, cardId });
  }
  // Who has not signed up yet agrees when they do.
  await agreeToDocuments(
    tx,
    seeded.filter(({ username }) => username !== null),
    app.now(),
  );
  return seeded;
}

async function agreeToDocuments(tx: Tx, members: SeededMember[], at: Date): Promise<void> {
  const documents = ["privacy", "terms"] as const;
  await tx
    .insertInto("consent")
    .values(
      members.flatMap(({ id }) =>
        documents.map((document) => ({
          member_id: id,
          document,
          version: documentVersions[document],
          agreed_at: at,
        })),
      ),
    )
    .execute();
}

async function insertMember(
  tx: Tx,
  app: App,
  member: DemoMember,
  passwordHash: string | null,
): Promise<{ id: bigint; guid: string }> {
  const isSuspended = member.scenario.startsWith("portal access suspended");
  const isIncomplete = member.scenario.startsWith("profile with missing details");
  const recentDays = isSuspended ? 200 : 30;
  const passwordDays = member.scenario === "aged password" ? 400 : recentDays;
  return tx
    .insertInto("member")
    .values({
      guid: app.random.uuid(),
      membership_no: member.membershipNo,
      username: member.username,
      username_key: member.username === null ? null : usernameKey(member.username),
      password_hash: passwordHash,
      password_changed_at: passwordHash === null ? null : daysAgo(app, passwordDays),
      first_name: member.firstName,
      middle_name: member.middleName,
      last_name: member.lastName,
      qualifier: member.qualifier,
      gender: member.gender,
      civil_status: member.civilStatus,
      date_of_birth: member.dateOfBirth.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"),
      place_of_birth: isIncomplete ? "" : member.placeOfBirth,
      nationality: isIncomplete ? "" : member.nationality,
      employer: member.employer,
      rank: member.rank ?? "",
      mobile_number: member.mobileNumber,
      email_address: isIncomplete ? "" : member.emailAddress,
      line_1: member.address.line1,
      barangay: member.address.barangay,
      municipality_city: member.address.municipalityCity,
      state_province: member.address.stateProvince,
      zip: member.address.zip,
      office_id: BigInt(member.officeId),
      status: isSuspended ? "suspended" : "active",
      access_closed_for: isSuspended ? "inactivity" : null,
      kyc_status: isIncomplete ? 0 : 1,
      last_login_at: passwordHash === null ? null : daysAgo(app, isSuspended ? 190 : 2),
      created_at: daysAgo(app, 500),
    })
    .returning(["id", "guid"])
    .executeTakeFirstOrThrow();
}

async function insertCard(
  tx: Tx,
  app: App,
  { card, scenario, membershipNo }: DemoMember,
  { memberId, memberGuid, serial }: { memberId: bigint; memberGuid: string; serial: string },
): Promise<bigint> {
  const openedAt = daysAgo(app, OPENED_DAYS_AGO);
  const { accountNo } = card;
  const status = nameOf<CardStatus>(cardStatusNumbers, card.cardStatus);
  const number = demoCardNumber(membershipNo);
  const hasPlastic = accountNo !== null && STATES_WITH_PLASTIC.includes(status);
  const hasChangedCvv = scenario.startsWith("CVV already changed");
  const inserted = await tx
    .insertInto("card")
    .values({
      member_id: memberId,
      account_no: accountNo,
      card_type: nameOf<CardType>(cardTypeNumbers, card.cardType),
      serial_no: accountNo === null ? "" : `S${serial}`,
      perso_serial_no: card.persoCardStatus === 0 ? "" : `P${serial}`,
      last_four: hasPlastic ? number.slice(-4) : null,
      token: hasPlastic ? demoToken(accountNo) : null,
      issuer_customer_id: accountNo === null ? null : demoCustomerId(accountNo),
      expires_on: hasPlastic ? demoExpiry(app.now(), 4) : null,
      pan_mac: hasPlastic ? panMac(app.secrets, number) : null,
      pin_changed_at: accountNo === null ? null : daysAgo(app, 60),
      cvv_changed_at: hasChangedCvv ? hoursAgo(app, 2) : null,
      ledger_account_id:
        accountNo === null
          ? null
          : await openAccount(tx, {
              book: "CARD",
              code: "2510",
              subledger: accountNo,
              at: openedAt,
            }),
      created_at: openedAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await moveToScenario(tx, { card }, { cardId: inserted.id, memberGuid, now: app.now() });
  if (status === "deactivated") {
    const cause = tx.updateTable("card").set({ deactivated_for: "fraud" });
    await cause.where("id", "=", inserted.id).execute();
  }
  return inserted.id;
}

function nameOf<Name extends string>(numbers: Record<Name, number>, wanted: number): Name {
  const found = Object.entries(numbers).find(([, number]) => number === wanted);
  if (found === undefined) throw new Error(`No name for ${wanted}`);
  // A key of `numbers`.
  return found[0] as Name;
}

function daysAgo(app: App, days: number): Date {
  return new Date(app.now().getTime() - days * DAY_MS);
}

function hoursAgo(app: App, hours: number): Date {
  return new Date(app.now().getTime() - (hours * DAY_MS) / 24);
}
