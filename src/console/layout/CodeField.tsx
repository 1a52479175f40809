import { TextField } from "#ui/TextField.tsx";

/** Six digits of an authenticator; the space that some show in the middle is taken too. */
export function CodeField(props: { label: string; hint: string; error: string | undefined }) {
  return (
    <TextField
      {...props}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
    />
  );
}
