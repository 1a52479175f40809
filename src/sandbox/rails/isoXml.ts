import { readFileSync } from "node:fs";
import { ParseOption, XmlDocument, XmlElement, XsdValidator } from "libxml2-wasm";

/** The messages that the rails know; each has a schema in data/live/iso20022. */
export const MESSAGES = [
  "pacs.008.001.08",
  "pacs.028.001.03",
  "pacs.002.001.10",
  "pacs.004.001.09",
  "camt.053.001.08",
  "acmt.023.001.03",
  "acmt.024.001.03",
] as const;
export type MessageName = (typeof MESSAGES)[number];

/** The elements below one, by name, in order; a text has none. */
export type Tree = { text: string; below: ReadonlyMap<string, Tree[]> };

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";
const OPTIONS = { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE };
const validators = new Map<MessageName, XsdValidator>();

/**
 * Reads a message: its name and what is below Document. Undefined for what is not UTF-8 or not XML, has a
 * DOCTYPE, or does not fit the schema of its namespace.
 */
export function readMessage(bytes: Uint8Array): { name: MessageName; root: Tree } | undefined {
  const xml = utf8(bytes);
  if (xml === undefined || /<!DOCTYPE/i.test(xml)) return undefined;
  const document = parse(xml);
  if (document === undefined) return undefined;
  try {
    const { root } = document;
    const name = MESSAGES.find((candidate) => NAMESPACE + candidate === root.namespaceUri);
    if (name === undefined || !fits(document, name)) return undefined;
    return { name, root: treeOf(root) };
  } finally {
    document.dispose();
  }
}

/** The tree at a path, 'GrpHdr/MsgId'; the first where there are several. */
export function at(tree: Tree, path: string): Tree | undefined {
  let found: Tree | undefined = tree;
  for (const name of path.split("/")) found = found?.below.get(name)?.[0];
  return found;
}

/** The text at a path; empty when there is none. */
export function textAt(tree: Tree, path: string): string {
  return at(tree, path)?.text ?? "";
}

/** An element with its attributes and what is below it, escaped; undefined and '' below leave nothing. */
export function element(name: string, below: string | (string | undefined)[]): string {
  const content = typeof below === "string" ? escape(below) : below.join("");
  return `<${name}>${content}</${name.split(" ", 1)[0]}>`;
}

/** A whole message. Throws when it does not fit its schema: the fault would be ours. */
export function document(name: MessageName, root: string): string {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}${name}">${root}</Document>\n`;
  if (readMessage(Buffer.from(xml)) === undefined) throw new Error(`this is no ${name}: ${xml}`);
  return xml;
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parse(xml: string): XmlDocument | undefined {
  try {
    return XmlDocument.fromString(xml, OPTIONS);
  } catch {
    return undefined;
  }
}

function fits(document: XmlDocument, name: MessageName): boolean {
  try {
    validatorOf(name).validate(document);
    return true;
  } catch {
    return false;
  }
}

/** Kept for as long as the process runs. */
function validatorOf(name: MessageName): XsdValidator {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const file = new URL(`../../../data/live/iso20022/${name}.xsd`, import.meta.url);
  const schema = XmlDocument.fromBuffer(readFileSync(file), OPTIONS);
  try {
    const validator = XsdValidator.fromDoc(schema);
    validators.set(name, validator);
    return validator;
  } finally {
    schema.dispose();
  }
}

function treeOf(element: XmlElement): Tree {
  const below = new Map<string, Tree[]>();
  for (let child = element.firstChild; child !== null; child = child.next) {
    if (!(child instanceof XmlElement)) continue;
    const same = below.get(child.name);
    if (same === undefined) below.set(child.name, [treeOf(child)]);
    else same.push(treeOf(child));
  }
  return { text: below.size === 0 ? element.content : "", below };
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
