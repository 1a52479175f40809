import { type FormEvent, useRef, useState } from "react";

/**
 * Has an amount field take what is put in as a whole, or typed with a comma, only where it is an amount as it
 * stands. Of anything else nothing is picked out: the field is emptied and `isRefused` until something is in it.
 */
export function useWholeAmounts(value: string, onChange: (value: string) => void) {
  const [wasRefused, setWasRefused] = useState(false);
  /** The figures that stood before the comma that was typed last, behind them. */
  const beforeComma = useRef<string>(undefined);

  function refuse() {
    setWasRefused(true);
    // No earlier amount goes out in its place.
    onChange("");
  }
  const forget = () => {
    beforeComma.current = undefined;
  };
  return {
    isRefused: wasRefused && value === "",
    forget,
    /** For the capture of a change: what is refused the field itself does not hear of. */
    look: (event: FormEvent<HTMLElement>) => {
      const { nativeEvent } = event;
      const field = event.target as HTMLInputElement;
      if (!isTyping(nativeEvent)) forget();
      else if (nativeEvent.data?.endsWith(",") && field.selectionStart === field.value.length)
        beforeComma.current = value;
      setWasRefused(false);
      if (isTyping(nativeEvent) || isAmount(field.value)) return;
      event.stopPropagation();
      refuse();
    },
    /** For who goes on: refuses '12,50' typed key by key, which is not 1,250. */
    refusesTyped: (): boolean => {
      if (!isPartedWrong(beforeComma.current, value)) return false;
      forget();
      refuse();
      return true;
    },
  };
}

/** One key's worth, or something taken away: what is no figure is dropped where it is typed. */
function isTyping(event: Event): event is InputEvent {
  if (!(event instanceof InputEvent)) return false;
  const { inputType, data } = event;
  // Some keyboards compose: what comes is all that they composed so far.
  const isByKey = inputType === "insertCompositionText" || data?.length === 1;
  return inputType.startsWith("delete") || isByKey;
}

/** As people write an amount elsewhere, a comma before each three figures or none at all. */
const isAmount = (text: string): boolean =>
  /^(?:PHP|₱)?\s*-?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})?(?:\.\d{0,2})?$/i.test(text.trim());

/** Whether the figures behind a typed comma are no thousands: '12,50' is not 1,250. */
function isPartedWrong(before: string | undefined, value: string): boolean {
  const [whole = ""] = value.split(".");
  if (before === undefined || !whole.startsWith(before)) return false;
  return (whole.length - before.length) % 3 !== 0;
}
