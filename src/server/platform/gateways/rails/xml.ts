import { readFileSync } from "node:fs";
import {
  ParseOption,
  XmlDocument,
  XmlElement,
  XmlText,
  type XmlTreeNode,
  XsdValidator,
} from "libxml2-wasm";
import { liveFile } from "#server/platform/base/liveFile.ts";

/** The messages that travel between us and the rails (docs/rails.md). */
const TYPES = [
  "pacs.008.001.08",
  "pacs.028.001.03",
  "pacs.002.001.10",
  "pacs.004.001.09",
  "camt.053.001.08",
  "acmt.023.001.03",
  "acmt.024.001.03",
] as const;
export type MessageType = (typeof TYPES)[number];

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";

/** An element to be written: its name, and its text or what is inside; amounts say their currency. */
export type ToWrite = readonly [
  name: string,
  content: string | readonly ToWrite[],
  currency?: "PHP",
];

/** An element as it was read; `currency` is that of an amount. */
export type Element = {
  name: string;
  text: string;
  currency: string | undefined;
  children: Element[];
};

/** A message that is well-formed and fits its schema, or why it is none. */
export type ReadXml =
  | { kind: "message"; type: MessageType; root: Element }
  /** `type` is what it says to be, where it says so. */
  | { kind: "unreadable"; reason: string; type?: MessageType };

const OPTIONS =
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_IGNORE_ENC |
  // What stands in a CDATA section is text like any other.
  ParseOption.XML_PARSE_NOCDATA;

/** What others write may have more in it than what we do: these are read by a schema of their own. */
const READ_WIDER = new Set<MessageType>(["pacs.008.001.08", "pacs.028.001.03"]);

const validators = new Map<string, XsdValidator>();

/** A message as text. Throws when it does not fit its schema: nothing like it may leave. */
export function writeXml(type: MessageType, content: ToWrite): string {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}${type}">${elementText(content)}</Document>\n`;
  const document = XmlDocument.fromString(text, { option: OPTIONS });
  try {
    validatorOf(`${type}.xsd`).validate(document);
    return text;
  } finally {
    document.dispose();
  }
}

/**
 * Reads a message of a rail. Entities, DOCTYPEs, other encodings than UTF-8, other types than ours and
 * whatever does not fit the schema are 'unreadable'; nothing is fetched from anywhere.
 */
export function readXml(bytes: Uint8Array, mostBytes: number): ReadXml {
  if (bytes.byteLength > mostBytes) return unreadable("too long");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return unreadable("not UTF-8");
  }
  // As UTF-16 it would be read all the same, and a DOCTYPE in it not be seen.
  if (text.includes("\0")) return unreadable("not UTF-8");
  if (/<!DOCTYPE/i.test(text)) return unreadable("it has a DOCTYPE");
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(text, {
      option: OPTIONS,
    });
  } catch {
    return unreadable("not well-formed");
  }
  const type = TYPES.find((one) => document.root.namespaceUri === `${NAMESPACE}${one}`);
  try {
    if (type === undefined) return unreadable("no message of ours");
    validatorOf(READ_WIDER.has(type) ? `read/${type}.xsd` : `${type}.xsd`).validate(document);
    return { kind: "message", type, root: toElement(document.root) };
  } catch {
    const unfit = { kind: "unreadable", reason: "it does not fit its schema" } as const;
    return type === undefined ? unfit : { ...unfit, type };
  } finally {
    document.dispose();
  }
}

/** All elements at the end of a path of names, 'GrpHdr/MsgId'. */
export function allAt(element: Element, path: string): Element[] {
  return path
    .split("/")
    .reduce<Element[]>(
      (found, name) =>
        found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );
}

/** The text at the end of a path; undefined where there is none. */
export function textAt(element: Element, path: string): string | undefined {
  return allAt(element, path)[0]?.text;
}

/** The text of an element that the schema asks for. */
export function needAt(element: Element, path: string): string {
  const text = textAt(element, path);
  if (text === undefined) throw new Error(`the message has no ${path}`);
  return text;
}

/** All texts in and below an element, each once. */
export function textsIn(element: Element): string[] {
  const texts = new Set<string>();
  const visit = ({ text, children }: Element): void => {
    if (text !== "") texts.add(text);
    children.forEach(visit);
  };
  visit(element);
  return [...texts];
}

/** The texts of what is well-formed, whatever message it is; none for anything else, or with a DOCTYPE. */
export function textsOf(text: string): string[] {
  if (text.includes("\0") || /<!DOCTYPE/i.test(text)) return [];
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(text, { option: OPTIONS });
  } catch {
    return [];
  }
  try {
    return textsIn(toElement(document.root));
  } finally {
    document.dispose();
  }
}

function unreadable(reason: string): Extract<ReadXml, { kind: "unreadable" }> {
  return { kind: "unreadable", reason };
}

function elementText([name, content, currency]: ToWrite): string {
  const attribute = currency === undefined ? "" : ` Ccy="${currency}"`;
  const inside =
    typeof content === "string" ? escapeText(content) : content.map(elementText).join("");
  return `<${name}${attribute}>${inside}</${name}>`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function toElement(element: XmlElement): Element {
  const children: Element[] = [];
  let text = "";
  for (let node: XmlTreeNode | null = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) children.push(toElement(node));
    else if (node instanceof XmlText) text += node.content;
  }
  return {
    name: element.name,
    text: children.length > 0 ? "" : text.trim(),
    currency: element.attr("Ccy")?.value,
    children,
  };
}

/** Made once: schemas live as long as the process. */
function validatorOf(name: string): XsdValidator {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const path = liveFile(`iso20022/${name}`);
  const schema = XmlDocument.fromString(readFileSync(path, "utf8"));
  try {
    const validator = XsdValidator.fromDoc(schema);
    validators.set(name, validator);
    return validator;
  } finally {
    schema.dispose();
  }
}
