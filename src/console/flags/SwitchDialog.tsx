import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { Banner } from "#ui/Notice.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";

/** A switch as it stands. */
export type Switched = {
  kind: "feature_flag" | "maintenance_flag";
  name: string;
  state: string;
  textEn: string;
  textFil: string;
  endsAt: string | null;
};

const STATES = { feature_flag: ["on", "disabled", "hidden"], maintenance_flag: ["off", "on"] };

/** Asks for another state of a switch, with what members read meanwhile and when it ends by itself. */
export function SwitchDialog({ of, onClose }: { of: Switched; onClose: () => void }) {
  const texts = useTexts("operations");
  const isFeature = of.kind === "feature_flag";
  const [state, setState] = useState(of.state);
  const [textEn, setTextEn] = useState(of.textEn);
  const [textFil, setTextFil] = useState(of.textFil);
  // What members see while the switch is as it should be.
  const isQuiet = state === (isFeature ? "on" : "off");
  const payload = (field: (name: string) => string) => {
    const ends = field("endsAt");
    const endsAt = ends === "" ? null : new Date(`${ends}:00+08:00`).toISOString();
    const words = isQuiet ? { textEn: "", textFil: "", endsAt: null } : { textEn, textFil, endsAt };
    return isFeature
      ? { name: of.name, state, ...words }
      : { kind: of.name, isOn: state === "on", ...words };
  };
  return (
    <RequestDialog
      title={texts.featureNames[of.name] ?? texts.maintenanceOf(of.name)}
      kind={of.kind}
      required={isFeature && state === "disabled" ? ["textEn", "textFil"] : []}
      payload={payload}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField
            label={texts.state}
            name="state"
            error={errors["state"]}
            value={state}
            onChange={(event) => setState(event.currentTarget.value)}
          >
            {STATES[of.kind].map((one) => (
              <option key={one} value={one}>
                {isFeature
                  ? texts.featureStates[one as "on" | "disabled" | "hidden"]
                  : one === "on"
                    ? texts.announced
                    : texts.notAnnounced}
              </option>
            ))}
          </SelectField>
          {!isQuiet && (
            <>
              <Words name="textEn" value={textEn} error={errors["textEn"]} onChange={setTextEn} />
              <Words
                name="textFil"
                value={textFil}
                error={errors["textFil"]}
                onChange={setTextFil}
              />
              <TextField
                label={texts.endsAtField}
                hint={texts.endsAtHint}
                name="endsAt"
                error={errors["endsAt"]}
                optional
                type="datetime-local"
                defaultValue={of.endsAt === null ? "" : inManila(of.endsAt)}
              />
            </>
          )}
        </>
      )}
    </RequestDialog>
  );
}

/** What members read, as they will see it. */
function Words(props: {
  name: "textEn" | "textFil";
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const texts = useTexts("operations");
  const { name, value, error, onChange } = props;
  return (
    <>
      <TextField
        label={texts[name]}
        name={name}
        lang={name === "textEn" ? "en" : "fil"}
        error={error}
        maxLength={300}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value !== "" && <Banner kind="warn">{value}</Banner>}
    </>
  );
}

/** 'yyyy-MM-ddTHH:mm' of the clock on the wall in Manila. */
function inManila(moment: string): string {
  return new Date(new Date(moment).getTime() + 8 * 3_600_000).toISOString().slice(0, 16);
}
