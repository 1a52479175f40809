import { PRINTED_NAME_LENGTH } from "#common/printedName.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { TextField } from "#ui/TextField.tsx";

/** The name as it is to be printed, asked for where the member's own does not fit on the card. */
export function PrintedNameField(props: {
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}) {
  const texts = useTexts("cardApplication");
  return (
    <TextField
      label={texts.printedName}
      hint={texts.printedNameHint}
      name="printed_name"
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={PRINTED_NAME_LENGTH}
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
