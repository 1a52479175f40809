import { addDays, manilaDate } from "#common/manila.ts";
import { paydayAfter, REPEATS, type Repeats } from "#common/scheduleDays.ts";
import { FURTHEST_FIRST_DAY } from "#contract/schedules.ts";
import { serverDate } from "#client/clock.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { isToSchedule } from "#portal/paths.ts";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useLocation } from "react-router";
import type { When } from "./order.ts";

/** Now, or on days to come; folded, since few need it at this moment. */
export function WhenField(props: {
  value: When | undefined;
  onChange: (when: When | undefined) => void;
}) {
  const texts = useTexts("schedules");
  const { value, onChange } = props;
  const { state } = useLocation();
  const tomorrow = addDays(manilaDate(serverDate()), 1);
  const choose = (chosen: string) => {
    const repeats = REPEATS.find((one) => one === chosen);
    onChange(repeats && { repeats, firstOn: firstOf(repeats, value?.firstOn ?? tomorrow) });
  };
  const label = value === undefined ? texts.now : texts.choices[value.repeats];
  return (
    <details className="fold" open={isToSchedule(state)}>
      <summary>
        {texts.when}: {label}
      </summary>
      <div className="stack">
        <SelectField
          label={texts.when}
          name="repeats"
          value={value?.repeats ?? ""}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">{texts.now}</option>
          {REPEATS.map((repeats) => (
            <option key={repeats} value={repeats}>
              {texts.choices[repeats]}
            </option>
          ))}
        </SelectField>
        {value !== undefined && (
          <>
            {value.repeats !== "paydays" && (
              <TextField
                type="date"
                name="first_on"
                label={value.repeats === "once" ? texts.day : texts.firstDay}
                min={tomorrow}
                max={addDays(tomorrow, FURTHEST_FIRST_DAY - 1)}
                required
                value={value.firstOn}
                onChange={({ currentTarget: { value: firstOn } }) => {
                  // A day that is being typed is none yet.
                  if (firstOn !== "") onChange({ ...value, firstOn });
                }}
              />
            )}
            <p className="meta">{value.repeats === "once" ? texts.onceRules : texts.rules}</p>
          </>
        )}
      </div>
    </details>
  );
}

const firstOf = (repeats: Repeats, day: string): string =>
  repeats === "paydays" ? paydayAfter(addDays(day, -1)) : day;
