import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import "./combobox.css";
import { classNames } from "./classNames.ts";
import { Dialog } from "./Dialog.tsx";
import type { ControlProps, FieldProps } from "./Field.tsx";
import { Field } from "./Field.tsx";
import { fitting } from "./fitting.ts";
import { fieldOf } from "./TextField.tsx";
import { useMatches } from "./useMatches.ts";

export type ComboboxOption = {
  value: string;
  label: string;
  /** Options of one group stand together under its title while nothing is searched. */
  group?: string;
};

type ComboboxFieldProps = FieldProps & {
  id: string;
  name: string;
  /** The value of the chosen option, '' for none. */
  value: string;
  options: readonly ComboboxOption[];
  /** The options for what was typed, the best first. */
  search: (text: string) => readonly ComboboxOption[];
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder: string;
  words: { none: string; found: (count: number) => string };
};

/**
 * One of many, found by typing. Beside the field on a wide screen; a narrow one shows the list in a
 * dialog of its own, where a keyboard leaves room for it. While it is closed, Enter opens it (and submits
 * nothing), and what is typed is searched for in place of what is chosen.
 */
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, hint, error, optional, id } = props;
  const isNarrow = useIsNarrow();
  return (
    <Field {...fieldOf({ label, hint, error, optional, id })}>
      {(control) =>
        isNarrow ? (
          <InDialog {...props} control={control} />
        ) : (
          <Beside {...props} control={control} />
        )
      }
    </Field>
  );
}

type PartProps = ComboboxFieldProps & { control: ControlProps };

const labelOf = ({ options, value }: ComboboxFieldProps) =>
  options.find((option) => option.value === value)?.label ?? "";

/** The words in an empty field are seen whole; what was chosen may end in dots. */
const box = (isEmpty: boolean, placeholder: string, more?: string) => ({
  className: classNames("inp", isEmpty && "fits", more),
  style: isEmpty ? fitting(placeholder) : undefined,
});

/** A key that writes something. */
const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

const OPENING_KEYS: readonly string[] = ["ArrowDown", "ArrowUp", "Enter"];

function Beside(props: PartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const list = useList(props, (value) => {
    props.onChange(value);
    close();
  });

  function close() {
    setIsOpen(false);
    list.type(undefined);
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      close();
    } else if (!isOpen && OPENING_KEYS.includes(event.key)) {
      event.preventDefault();
      setIsOpen(true);
    } else if (list.text === undefined && isTyping(event)) {
      // It takes the place of the name that stands there.
      event.currentTarget.select();
    } else if (isOpen) list.press(event);
  }

  return (
    <div className="combo">
      <div {...box(labelOf(props) === "" && !list.text, props.placeholder)}>
        <input
          {...props.control}
          {...list.input(isOpen)}
          name={props.name}
          placeholder={props.placeholder}
          value={list.text ?? labelOf(props)}
          onChange={(event) => {
            setIsOpen(true);
            list.type(event.currentTarget.value);
          }}
          onClick={(event) => {
            // A keyboard of the screen tells no keys: what it types takes the place of what is chosen, too.
            if (!isOpen) event.currentTarget.select();
            setIsOpen(true);
          }}
          onKeyDown={press}
          onBlur={() => {
            // What was emptied is no choice any more; what was half typed is none either.
            if (list.text === "") props.onChange("");
            close();
            props.onBlur?.();
          }}
        />
        <ChevronDown className="chevron" />
      </div>
      {isOpen && <div className="combo-pop">{list.drawn}</div>}
    </div>
  );
}

function InDialog(props: PartProps) {
  const searchId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const open = (text: string) => {
    setTyped(text);
    setIsOpen(true);
  };
  return (
    <>
      <div {...box(labelOf(props) === "", props.placeholder, "combo-opener")}>
        <input
          {...props.control}
          type="text"
          role="combobox"
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          aria-controls={isOpen ? searchId : undefined}
          readOnly
          name={props.name}
          placeholder={props.placeholder}
          value={labelOf(props)}
          onClick={() => open("")}
          onKeyDown={(event) => {
            if (!isTyping(event) && !OPENING_KEYS.includes(event.key)) return;
            event.preventDefault();
            open(isTyping(event) ? event.key.trim() : "");
          }}
        />
        <ChevronDown className="chevron" />
      </div>
      {isOpen && (
        <Dialog title={props.label} onClose={() => setIsOpen(false)}>
          <Search
            {...props}
            id={searchId}
            typed={typed}
            onChange={(value) => {
              props.onChange(value);
              setIsOpen(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** `typed` is what opened it: the first letter. */
function Search(props: ComboboxFieldProps & { typed: string }) {
  const list = useList(props, props.onChange, props.typed || undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { current } = input;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  return (
    <div className="combo-search" id={props.id}>
      <div {...box(!list.text, props.placeholder)}>
        <input
          {...list.input(true)}
          ref={input}
          aria-label={props.placeholder}
          placeholder={props.placeholder}
          value={list.text ?? ""}
          onChange={(event) => list.type(event.currentTarget.value)}
          onKeyDown={list.press}
        />
      </div>
      {list.drawn}
    </div>
  );
}

/** The options that are shown, the one that Enter takes, and how the keyboard moves among them. */
function useList(props: ComboboxFieldProps, onChoose: (value: string) => void, typed?: string) {
  const id = useId();
  const [text, setText] = useState<string | undefined>(typed);
  const [at, setAt] = useState<number>();
  const isSearched = text !== undefined && text.trim() !== "";
  const shown = isSearched ? props.search(text) : props.options;
  const active = at ?? (isSearched ? 0 : shown.findIndex(({ value }) => value === props.value));
  const idOf = (option: ComboboxOption | undefined) =>
    option === undefined ? undefined : `${id}-${option.value}`;

  function move(step: number) {
    const next = active < 0 && step < 0 ? shown.length - 1 : active + step;
    setAt((next + shown.length) % Math.max(shown.length, 1));
  }

  return {
    text,
    type: (typed: string | undefined) => {
      setText(typed);
      setAt(undefined);
    },
    press: (event: KeyboardEvent) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp")
        move(event.key === "ArrowDown" ? 1 : -1);
      else if (event.key === "Enter") {
        const option = shown[active];
        if (option !== undefined) onChoose(option.value);
      } else return;
      event.preventDefault();
    },
    input: (isOpen: boolean) => ({
      type: "text",
      role: "combobox",
      autoComplete: "off",
      autoCapitalize: "none",
      spellCheck: false,
      "aria-autocomplete": "list" as const,
      "aria-expanded": isOpen && shown.length > 0,
      "aria-controls": isOpen && shown.length > 0 ? id : undefined,
      "aria-activedescendant": isOpen ? idOf(shown[active]) : undefined,
    }),
    drawn: (
      <>
        {shown.length === 0 ? (
          <p className="combo-none">{props.words.none}</p>
        ) : (
          <List
            id={id}
            label={props.label}
            groups={isSearched ? [{ title: undefined, options: shown }] : groupsOf(shown)}
            value={props.value}
            activeId={idOf(shown[active])}
            idOf={idOf}
            onChoose={onChoose}
          />
        )}
        <output className="sr">
          {isSearched && (shown.length === 0 ? props.words.none : props.words.found(shown.length))}
        </output>
      </>
    ),
  };
}

type Group = { title: string | undefined; options: readonly ComboboxOption[] };

function groupsOf(options: readonly ComboboxOption[]): Group[] {
  const titles = [...new Set(options.map(({ group }) => group))];
  return titles.map((title) => ({
    title,
    options: options.filter(({ group }) => group === title),
  }));
}

function List(props: {
  id: string;
  label: string;
  groups: readonly Group[];
  value: string;
  activeId: string | undefined;
  idOf: (option: ComboboxOption) => string | undefined;
  onChoose: (value: string) => void;
}) {
  const { activeId } = props;
  useEffect(() => {
    if (activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  const drawOption = (option: ComboboxOption): ReactNode => (
    // The keyboard works them through the input that names the active one.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- see above
    <div
      key={option.value}
      id={props.idOf(option)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option outside a select
      role="option"
      aria-selected={option.value === props.value}
      className={props.idOf(option) === activeId ? "combo-option at" : "combo-option"}
      onClick={() => props.onChoose(option.value)}
    >
      {option.label}
    </div>
  );
  return (
    // A press on the list leaves the focus in the input.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus stays in the input
    <div
      id={props.id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched
      role="listbox"
      aria-label={props.label}
      className="combo-list"
      onMouseDown={(event) => event.preventDefault()}
    >
      {props.groups.map(({ title, options }) =>
        title === undefined ? (
          options.map(drawOption)
        ) : (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- options are in groups, not in fieldsets
          <div key={title} role="group" aria-label={title}>
            <div className="combo-group" aria-hidden="true">
              {title}
            </div>
            {options.map(drawOption)}
          </div>
        ),
      )}
    </div>
  );
}

const NARROW = "(max-width: 640px)";

const useIsNarrow = () => useMatches(NARROW);
