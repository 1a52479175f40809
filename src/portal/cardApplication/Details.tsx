import type { CardRequestDetails } from "#portal/api/cardReads.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { IdentificationPicture } from "./IdentificationPicture.tsx";
import { shownDetail } from "./shownDetail.ts";

type Field = Exclude<keyof Shown, "cardFee" | "cardEstimatedReleaseDate">;

const PERSONAL: readonly Field[] = [
  "firstName",
  "middleName",
  "lastName",
  "dateOfBirth",
  "placeOfBirth",
  "mothersMaidenName",
  "civilStatus",
  "gender",
  "nationality",
];
const CONTACT: readonly Field[] = ["mobileNumber", "emailAddress"];
const ADDRESS: readonly Field[] = ["pStreet", "pBarangay", "pCity", "pProvince", "pZip"];
const WORK: readonly Field[] = ["sourceOfFunds", "employment", "natureOfWork", "employer"];
const WORK_ADDRESS: readonly Field[] = ["eStreet", "eBarangay", "eCity", "eProvince", "eZip"];
const IDENTIFICATION: readonly Field[] = ["idType", "idNumber"];
const PICTURES = ["imageSelfie", "imageIdFront", "imageIdBack"] as const;

type Shown = CardRequestDetails & { mothersMaidenName: string };
type Props = { details: Shown; missing: ReadonlySet<string> };

/** Everything that the partner bank will be told, as it stands on the member's file (rows K03–K05). */
export function Details(props: Props) {
  const texts = useTexts("cardApplication");
  const { sections } = texts;
  return (
    <div className="stack">
      {props.missing.size > 0 && (
        <Notice kind="bad" role="alert">
          {texts.missingNotice}
        </Notice>
      )}
      <Panel padded className="apply-section">
        <h2>{sections.personal}</h2>
        <Rows {...props} fields={PERSONAL} />
      </Panel>
      <Panel padded className="apply-section">
        <h2>{sections.contact}</h2>
        <Rows {...props} fields={CONTACT} />
        <h3>{texts.permanentAddress}</h3>
        <Rows {...props} fields={ADDRESS} />
      </Panel>
      <Panel padded className="apply-section">
        <h2>{sections.employment}</h2>
        <Rows {...props} fields={WORK} />
        <h3>{texts.employerAddress}</h3>
        <Rows {...props} fields={WORK_ADDRESS} />
      </Panel>
      <Panel padded className="apply-section">
        <h2>{sections.identification}</h2>
        <Rows {...props} fields={IDENTIFICATION} />
        <ul className="apply-pictures">
          {PICTURES.map((field) => (
            <li key={field}>
              <IdentificationPicture
                name={texts.fields[field]}
                base64={props.details[field]}
                isMissing={props.missing.has(field)}
              />
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function Rows({ details, missing, fields }: Props & { fields: readonly Field[] }) {
  const texts = useTexts("cardApplication");
  const language = useLanguage();
  const day = (date: Date) => formatDate(date, "dayLong", language);
  return (
    <KeyValueList
      isTight
      rows={fields.map((field) => ({
        key: field,
        name: texts.fields[field],
        value: missing.has(field) ? (
          <span className="apply-missing">
            {shownDetail(field, details[field], texts, day)}{" "}
            <StatusTag kind="bad">{texts.missing}</StatusTag>
          </span>
        ) : (
          shownDetail(field, details[field], texts, day)
        ),
      }))}
    />
  );
}
