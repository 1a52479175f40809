import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import type { ReactNode } from "react";
import { Moment } from "./Moment.tsx";

/** Who the member is, as the books have it. */
export function ProfilePart({ file }: { file: MemberFile }) {
  const { profile: texts } = useTexts("members");
  const named = (names: Record<string, string>, code: string) => names[code] ?? code;
  const closedFor = file.accessClosedFor === "" ? "" : named(texts.closedFor, file.accessClosedFor);
  const rows = [
    fact(texts.birthDate, file.dateOfBirth),
    fact(texts.birthPlace, file.placeOfBirth),
    fact(texts.sex, named(texts.sexes, file.gender)),
    fact(texts.civilStatus, named(texts.civilStatuses, file.civilStatus)),
    fact(texts.nationality, file.nationality),
    fact(texts.mobile, file.mobileNumber),
    fact(texts.email, file.emailAddress),
    fact(texts.address, file.address),
    fact(texts.office, file.branchName),
    fact(texts.employer, file.employer),
    fact(texts.rank, file.rank),
    fact(texts.username, [file.username, closedFor].filter(Boolean).join(" · ")),
    fact(texts.language, texts.languages[file.language]),
    fact(texts.memberSince, <Moment at={file.memberSince} />),
    fact(
      texts.lastLogin,
      file.lastLoginAt === null ? texts.never : <Moment at={file.lastLoginAt} />,
    ),
    fact(texts.password, <Moment at={file.passwordChangedAt} />),
  ];
  return (
    <div className="m-part">
      {file.isContactMasked && <Notice kind="info">{texts.masked}</Notice>}
      <Panel padded>
        <KeyValueList isTight rows={rows} />
      </Panel>
    </div>
  );
}

/** One line of the list; what is not known is a dash. */
function fact(name: string, value: ReactNode) {
  return { key: name, name, value: value === "" ? "–" : value };
}
