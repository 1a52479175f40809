import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { texts as textsOf, useTexts } from "#console/texts/texts.ts";
import {
  fillTemplate,
  placesOf,
  segmentsOf,
  type TemplateProblem,
  templateProblems,
} from "#common/templateText.ts";
import type { MessageTemplate } from "#contract/staff/operations.ts";
import { Field } from "#ui/Field.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { useState } from "react";

type Rules = MessageTemplate["rulesEn"];

/**
 * Asks for another wording in both languages. What is wrong is said while one types, beside a preview
 * with the longest values and the places it takes in a text message.
 */
export function TemplateDialog({ of, onClose }: { of: MessageTemplate; onClose: () => void }) {
  const texts = useTexts("operations");
  const [textEn, setTextEn] = useState(of.textEn);
  const [textFil, setTextFil] = useState(of.textFil);
  const isWrong =
    templateProblems(textEn, of.rulesEn).length > 0 ||
    templateProblems(textFil, of.rulesFil).length > 0;
  const isSame = textEn === of.textEn && textFil === of.textFil;
  return (
    <RequestDialog
      title={texts.changeOf(of.name)}
      kind="message_template"
      payload={() => ({ channel: of.channel, name: of.name, textEn, textFil })}
      isBlocked={isWrong || isSame}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Wording
            name="textEn"
            label={texts.english}
            text={textEn}
            rules={of.rulesEn}
            error={errors["textEn"]}
            onChange={setTextEn}
          />
          <Wording
            name="textFil"
            label={texts.filipino}
            text={textFil}
            rules={of.rulesFil}
            error={errors["textFil"]}
            onChange={setTextFil}
          />
        </>
      )}
    </RequestDialog>
  );
}

function Wording(props: {
  name: "textEn" | "textFil";
  error: string | undefined;
  label: string;
  text: string;
  rules: Rules;
  onChange: (text: string) => void;
}) {
  const texts = useTexts("operations");
  const { text, rules, name } = props;
  const lang = name === "textEn" ? "en" : "fil";
  const preview = fillTemplate(text, rules.longest);
  const problems = templateProblems(text, rules);
  const needed = rules.placeholders.map((name) => `{${name}}`).join(", ");
  const places = placesOf(preview);
  return (
    <div>
      <Field
        label={props.label}
        hint={needed === "" ? texts.noPlaceholders : texts.needs(needed)}
        error={problems.map(problemText).join(" ") || props.error}
      >
        {(control) => (
          <TextArea
            {...control}
            name={name}
            lang={lang}
            rows={4}
            value={text}
            onChange={(event) => props.onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      <p className="meta">
        {texts.preview}: <span lang={lang}>{preview}</span>
      </p>
      {rules.isSms && <p className="meta">{texts.places(places, segmentsOf(places))}</p>}
    </div>
  );
}

function problemText(problem: TemplateProblem): string {
  const { problems } = textsOf("operations");
  switch (problem.kind) {
    case "missing":
    case "unknown":
      return problems[problem.kind](`{${problem.placeholder}}`);
    case "begins":
    case "ends":
      return problems[problem.kind](problem.text.trim());
    case "empty":
    case "too_long":
    case "letters":
    case "link":
    case "braces":
      return problems[problem.kind];
  }
}
