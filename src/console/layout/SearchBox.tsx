import { addressOf } from "#console/api/hiddenParams.ts";
import { useMay } from "#console/api/me.ts";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { PERSONAL_CRITERIA, readSearchText } from "#contract/staff/memberSearch.ts";
import { Search } from "lucide-react";
import { type SubmitEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { useShortcuts } from "./shortcuts.ts";

/** One box for everything: a name, a number, a reference. '/' leads to it, Enter to all results. */
export function SearchBox() {
  const texts = useTexts("shell");
  const may = useMay();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({
    "/": () => {
      input.current?.focus();
      input.current?.select();
      return input.current !== null;
    },
  });
  if (!may("member.search")) return null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? "";
    if (text === "" || input.current === null) return;
    input.current.value = "";
    const criteria = new URLSearchParams(readSearchText(text));
    const { search, state } = addressOf(criteria, PERSONAL_CRITERIA);
    void navigate({ pathname: paths.members, search }, { state });
  };
  return (
    <search>
      <form className="c-search" onSubmit={submit}>
        <Search aria-hidden="true" />
        <input
          ref={input}
          type="search"
          name="text"
          aria-label={texts.search}
          placeholder={texts.search}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
    </search>
  );
}
