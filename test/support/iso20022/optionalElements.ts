/**
 * What ISO 20022 has in a message, part by part ('GrpHdr' below the report, 'Stmt/Ntry' …), in its order. A name alone
 * decides, or is always there; what has a value may be there, and says nothing that decides: the value is valid.
 */
export type Structure = Record<
  string,
  readonly (string | readonly [name: string, inside: string])[]
>;

/** An element that may be added to a message. */
export type Spot = { name: string; part: string; xml: string };

type Node = { name: string; open: string; text: string; children: Node[] };

/** Every optional element that a message lacks. Of a part that is there several times the first is meant. */
export function spotsIn(message: string, structure: Structure): Spot[] {
  const report = reportOf(parse(message));
  return Object.entries(structure).flatMap(([part, elements]) => {
    const found = at(report, part);
    if (found === undefined) throw new Error(`the message has no ${part}`);
    return elements.flatMap((element) => {
      if (typeof element === "string") return [];
      const [name, value] = element;
      const isThere = found.children.some((child) => child.name === name);
      // An amount is written with its currency before it.
      const [, currency, inside] = /^(?:([A-Z]{3}) )?(.*)$/s.exec(value) ?? [];
      const open = currency === undefined ? `<${name}>` : `<${name} Ccy="${currency}">`;
      return isThere ? [] : [{ name: `${part}/${name}`, part, xml: `${open}${inside}</${name}>` }];
    });
  });
}

/** The message with these added, each where it belongs. */
export function withSpots(message: string, spots: readonly Spot[], structure: Structure): string {
  const document = parse(message);
  for (const { part, xml } of spots) {
    const found = at(reportOf(document), part);
    const [added] = parse(xml).children;
    if (found === undefined || added === undefined)
      throw new Error(`nothing can be added to ${part}`);
    const order = (structure[part] ?? []).map((one) => (typeof one === "string" ? one : one[0]));
    const place = found.children.findIndex(
      (child) => order.indexOf(child.name) > order.indexOf(added.name),
    );
    found.children.splice(place === -1 ? found.children.length : place, 0, added);
  }
  return `<?xml version="1.0" encoding="UTF-8"?>${document.children.map(write).join("")}`;
}

function reportOf({ children: [document] }: Node): Node {
  const [report] = document?.children ?? [];
  if (report === undefined) throw new Error("the message is empty");
  return report;
}

function at(report: Node, part: string): Node | undefined {
  let found: Node | undefined = report;
  for (const name of part === "" ? [] : part.split("/")) {
    found = found?.children.find((child) => child.name === name);
  }
  return found;
}

/** Elements, their attributes as they stand, and texts: all that these messages have. */
function parse(xml: string): Node {
  const root: Node = { name: "", open: "", text: "", children: [] };
  const open = [root];
  for (const [token, end, name = ""] of xml
    .replace(/<\?.*?\?>/, "")
    .matchAll(/<(\/?)([\w:]+)[^>]*>|[^<]+/g)) {
    const inside = open.at(-1) ?? root;
    if (!token.startsWith("<")) inside.text += token.trim();
    else if (end === "/") open.pop();
    else {
      const node = { name, open: token, text: "", children: [] };
      inside.children.push(node);
      if (!token.endsWith("/>")) open.push(node);
    }
  }
  return root;
}

function write({ name, open, text, children }: Node): string {
  return open.endsWith("/>") ? open : `${open}${text}${children.map(write).join("")}</${name}>`;
}
