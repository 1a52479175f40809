import { AskDialog } from "#console/parts/AskDialog.tsx";
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
  const [ends, setEnds] = useState(of.endsAt === null ? "" : inManila(of.endsAt));
  // What members see while the switch is as it should be.
  const isQuiet = state === (isFeature ? "on" : "off");
  const words = isQuiet
    ? { textEn: "", textFil: "", endsAt: null }
    : { textEn, textFil, endsAt: ends === "" ? null : new Date(`${ends}:00+08:00`).toISOString() };
  const payload = () =>
    isFeature
      ? { name: of.name, state, ...words }
      : { kind: of.name, isOn: state === "on", ...words };
  return (
    <AskDialog
      title={texts.featureNames[of.name] ?? texts.maintenanceOf(of.name)}
      kind={of.kind}
      payload={payload}
      onClose={onClose}
    >
      <SelectField
        label={texts.state}
        error={undefined}
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
          <TextField
            label={texts.textEn}
            error={undefined}
            maxLength={300}
            value={textEn}
            onChange={(event) => setTextEn(event.currentTarget.value)}
          />
          <TextField
            label={texts.textFil}
            error={undefined}
            maxLength={300}
            value={textFil}
            onChange={(event) => setTextFil(event.currentTarget.value)}
          />
          <TextField
            label={texts.endsAtField}
            hint={texts.endsAtHint}
            error={undefined}
            optional
            type="datetime-local"
            value={ends}
            onChange={(event) => setEnds(event.currentTarget.value)}
          />
          {textEn !== "" && <Banner kind="warn">{textEn}</Banner>}
          {textFil !== "" && <Banner kind="warn">{textFil}</Banner>}
        </>
      )}
    </AskDialog>
  );
}

/** 'yyyy-MM-ddTHH:mm' of the clock on the wall in Manila. */
function inManila(moment: string): string {
  return new Date(new Date(moment).getTime() + 8 * 3_600_000).toISOString().slice(0, 16);
}
