import type pg from "pg";
import { brand } from "#brand";
import type { TestMember } from "#test/support/makeMember.ts";

export type FuzzMember = TestMember & { mobileNumber: string };

/** The demo's member with an active card and the most savings: most calls can do something for them. */
export async function findMember(owner: pg.Client): Promise<FuzzMember> {
  const { rows } = await owner.query<{
    id: string;
    guid: string;
    membership_no: string;
    username: string;
    mobile_number: string;
    savings: string;
    account_no: string;
  }>(
    `select m.id, m.guid, m.membership_no, m.username, m.mobile_number, a.account_number as savings, c.account_no
     from member m
     join card c on c.member_id = m.id and c.status = 'active' and not c.admin_locked and not c.member_locked
     join member_account a on a.member_id = m.id and a.product = 'savings'
     join ledger_account l on l.id = a.ledger_account_id
     where m.status = 'active' and m.mobile_number is not null and m.username is not null
     order by l.available_centavos desc limit 1`,
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the demo has no member with a card");
  return {
    id: BigInt(row.id),
    guid: row.guid,
    membershipNo: row.membership_no,
    username: row.username,
    password: brand.demoPassword,
    mobileNumber: row.mobile_number,
    accountNumbers: { savings: row.savings },
    cardAccountNo: row.account_no,
  };
}

/** Guids of members with online access, but for this one's. */
export async function findOthersGuids(owner: pg.Client, guid: string): Promise<string[]> {
  const { rows } = await owner.query<{ guid: string }>(
    `select guid from member where status = 'active' and username is not null and guid <> $1 order by id limit 32`,
    [guid],
  );
  return rows.map((row) => row.guid);
}
