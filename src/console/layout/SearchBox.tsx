import { useMay } from "#console/api/me.ts";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { Search } from "lucide-react";
import { type SubmitEvent, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useShortcuts } from "./shortcuts.ts";

/** One box for everything: a name, a number, a reference. '/' leads to it, Enter to all results. */
export function SearchBox() {
  const texts = useTexts("shell");
  const may = useMay();
  const navigate = useNavigate();
  const [params] = useSearchParams();
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
    if (text !== "") void navigate(`${paths.search}?${new URLSearchParams({ text })}`);
  };
  return (
    <search>
      <form className="c-search" onSubmit={submit}>
        <Search aria-hidden="true" />
        <input
          ref={input}
          type="search"
          name="text"
          key={params.get("text")}
          defaultValue={params.get("text") ?? ""}
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
