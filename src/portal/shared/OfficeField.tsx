import { type Office, officesRead } from "#portal/api/cardReads.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { useQuery } from "@tanstack/react-query";
import "./officeField.css";

/** The office where a personalized card is to be picked up (row K06), grouped by province; with its address. */
export function OfficeField(props: {
  value: string;
  error?: string | undefined;
  onChange: (officeId: string) => void;
}) {
  const texts = useTexts("cardApplication");
  const offers = useTexts("cardOffers");
  const common = useTexts("common");
  const { data, isError, refetch } = useQuery(officesRead());
  if (isError && data === undefined)
    return (
      <Notice kind="bad" role="alert">
        {offers.officesFailed}{" "}
        <Button small onClick={() => void refetch()}>
          {common.tryAgain}
        </Button>
      </Notice>
    );
  const chosen = data?.find((office) => String(office.office_id) === props.value);
  return (
    <div>
      <SelectField
        id="office"
        name="office_id"
        label={texts.office}
        hint={texts.officeHint}
        value={props.value}
        error={props.error}
        onChange={(event) => props.onChange(event.target.value)}
      >
        <option value="" disabled>
          {data === undefined ? common.words.loading : texts.chooseOffice}
        </option>
        {[...byProvince(data ?? [])].map(([province, offices]) => (
          <optgroup key={province} label={province}>
            {offices.map((office) => (
              <option key={office.office_id} value={office.office_id}>
                {office.branch_name}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      {chosen !== undefined && <p className="meta office-address">{addressOf(chosen)}</p>}
    </div>
  );
}

function byProvince(offices: readonly Office[]): Map<string, Office[]> {
  const groups = new Map<string, Office[]>();
  for (const office of offices)
    groups.set(office.state_province, [...(groups.get(office.state_province) ?? []), office]);
  return groups;
}

const addressOf = (office: Office) =>
  [office.line_1, office.barangay, office.municipality_city, office.state_province]
    .filter((part) => part !== "")
    .join(", ");
