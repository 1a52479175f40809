import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";

/** Beside the form: what happens once it is sent. */
export function WhatNext() {
  const { next } = useTexts("loanApply");
  const steps = [
    { title: next.review, body: next.reviewBody },
    { title: next.talk, body: next.talkBody },
    { title: next.offer, body: next.offerBody },
  ];
  return (
    <Panel padded>
      <h2 className="side-title">{next.title}</h2>
      <ol className="nextsteps">
        {steps.map(({ title, body }) => (
          <li key={title}>
            <b>{title}</b>
            <span className="meta">{body}</span>
          </li>
        ))}
      </ol>
      <p className="meta">{next.kept}</p>
      <p className="meta">{next.help}</p>
    </Panel>
  );
}
