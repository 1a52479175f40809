/** Markup that is safe to send: every value put into it was escaped. */
export type Html = { readonly markup: string };

type Value = string | number | Html | readonly Html[];

/** html`<b>${name}</b>`: values are escaped, markup and lists of markup are kept. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const markup = parts.reduce((text, part, index) => {
    const value = values[index - 1];
    return text + (value === undefined ? "" : render(value)) + part;
  });
  return { markup };
}

function render(value: Value): string {
  if (typeof value === "string" || typeof value === "number") return escape(String(value));
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
