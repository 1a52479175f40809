import { brand } from "#brand";
import type pg from "pg";

/** What tells one member from another, as it would stand in an answer. */
export type Marks = { guid: string; username: string; marks: string[] };

type Row = { guid: string; username: string; marks: (string | null)[] };

/** Every member's guid, numbers and full name. */
export async function readMarks(owner: pg.Client): Promise<Marks[]> {
  const { rows } = await owner.query<Row>(
    `select m.guid, lower(m.username) as username, array[m.guid::text, m.membership_no, m.username, m.mobile_number, nullif(m.email_address, ''),
         m.first_name || ' ' || m.last_name, c.account_no]
       || (select coalesce(array_agg(a.account_number), '{}') from member_account a where a.member_id = m.id) as marks
     from member m left join card c on c.member_id = m.id`,
  );
  return rows.map(({ guid, username, marks }) => ({
    guid,
    username,
    marks: marks.flatMap((mark) => (mark === null || mark.length < 6 ? [] : [mark.toLowerCase()])),
  }));
}

/** The accounts and names that this member has sent to or saved: theirs to see again. */
export async function readKnownTo(owner: pg.Client, guid: string): Promise<string[]> {
  const { rows } = await owner.query<{ known: string }>(
    `select t.destination_account_number as known from transfer t join member m on m.id = t.member_id where m.guid = $1
     union select r.account_number from saved_recipient r join member m on m.id = r.member_id where m.guid = $1
     union select lower(r.account_name) from saved_recipient r join member m on m.id = r.member_id where m.guid = $1`,
    [guid],
  );
  return rows.map(({ known }) => known);
}

/**
 * Looks for other people in answers. What somebody has written in a call of theirs may come back to them:
 * it is what they knew already.
 */
export function makeForeignCheck(
  everyone: readonly Marks[],
  own: { guid: string; known: string[] },
) {
  const password = brand.demoPassword.toLowerCase();
  const foreign = new Set(
    everyone.filter(({ guid }) => guid !== own.guid).flatMap(({ marks }) => marks),
  );
  // A name can be two people's.
  for (const mark of everyone.find(({ guid }) => guid === own.guid)?.marks ?? [])
    foreign.delete(mark);
  for (const mark of own.known) foreign.delete(mark);
  return {
    /** Call it before the call is made. */
    noteSaid: (said: string): void => {
      const words = said.toLowerCase();
      for (const mark of foreign) if (words.includes(mark)) foreign.delete(mark);
      if (!words.includes(password)) return;
      // A sign-in that is right tells whose it is.
      for (const { guid, username } of everyone)
        if (words.includes(username)) foreign.delete(guid.toLowerCase());
    },
    /** What of others is in an answer. */
    findIn: (answer: string): string[] => {
      const words = answer.toLowerCase();
      return [...foreign].filter((mark) => words.includes(mark));
    },
  };
}
