import { plainPesos } from "#common/money.ts";
import { type FormEvent, useState } from "react";

/**
 * Has an amount field take what is put in as a whole only where it is an amount as it stands. Of anything else
 * nothing is picked out: the field is emptied, and `isRefused` until something is in it.
 */
export function useWholeAmounts(value: string, onChange: (value: string) => void) {
  const [wasRefused, setWasRefused] = useState(false);
  return {
    isRefused: wasRefused && value === "",
    /** For the capture of a change: what is refused the field itself does not hear of. */
    look: (event: FormEvent<HTMLElement>) => {
      const { nativeEvent } = event;
      const { value: text } = event.target as HTMLInputElement;
      const isTaken = isTyping(nativeEvent) || isMoreFigures(nativeEvent, text) || isAmount(text);
      setWasRefused(!isTaken);
      if (isTaken) return;
      event.stopPropagation();
      // No earlier amount goes out in its place.
      onChange("");
    },
  };
}

/** One key's worth, or something taken away: what is no figure is dropped where it is typed. */
function isTyping(event: Event): boolean {
  if (!(event instanceof InputEvent)) return false;
  const { inputType, data } = event;
  // Some keyboards compose: what comes is all that they composed so far.
  const isByKey = inputType === "insertCompositionText" || data?.length === 1;
  return inputType.startsWith("delete") || isByKey;
}

/** Figures put among those that stand there; the commas are the field's own, and it sets them anew. */
function isMoreFigures(event: Event, text: string): boolean {
  if (!(event instanceof InputEvent) || !/^\d+$/.test(event.data ?? "")) return false;
  return /^-?\d{0,12}(?:\.\d{0,2})?$/.test(text.replaceAll(",", ""));
}

/** As people write an amount elsewhere; one that is still being typed, or has a minus, is for the field to refuse. */
const isAmount = (text: string): boolean =>
  /^-?(?:\d{1,12}(?:\.\d{0,2})?|\.\d{0,2})?$/.test(plainPesos(text));
