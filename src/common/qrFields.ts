/** One field of an EMVCo code: two digits that name it, and its text. */
export type Field = { tag: string; value: string };

/** More than any code of these has. */
const MOST_FIELDS = 60;

/**
 * The fields of a text of EMVCo's merchant-presented mode, in order; undefined where it is none: cut off, with a
 * length that does not fit, or with a field twice.
 */
export function readFields(text: string): Field[] | undefined {
  const characters = Array.from(text);
  const fields: Field[] = [];
  let place = 0;
  while (place < characters.length) {
    const tag = characters.slice(place, place + 2).join("");
    const length = characters.slice(place + 2, place + 4).join("");
    if (!/^[0-9]{2}$/.test(tag) || !/^[0-9]{2}$/.test(length)) return undefined;
    const end = place + 4 + Number(length);
    if (Number(length) === 0 || end > characters.length || fields.length >= MOST_FIELDS)
      return undefined;
    if (fields.some((field) => field.tag === tag)) return undefined;
    fields.push({ tag, value: characters.slice(place + 4, end).join("") });
    place = end;
  }
  return fields.length === 0 ? undefined : fields;
}

/** One field as text. Throws for one that is empty or too long to be written. */
export function writeField(tag: string, value: string): string {
  const { length } = Array.from(value);
  if (length === 0 || length > 99) throw new Error(`field ${tag} cannot be ${length} long`);
  return `${tag}${String(length).padStart(2, "0")}${value}`;
}

/** CRC-16/CCITT-FALSE over the text as UTF-8, as four capitals of hex. */
export function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of utf8(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

/** The bytes of a text as UTF-8. */
function utf8(text: string): number[] {
  return Array.from(text).flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    const rest = (shift: number) => 0x80 | ((code >> shift) & 0x3f);
    if (code < 0x80) return [code];
    if (code < 0x800) return [0xc0 | (code >> 6), rest(0)];
    if (code < 0x10000) return [0xe0 | (code >> 12), rest(6), rest(0)];
    return [0xf0 | (code >> 18), rest(12), rest(6), rest(0)];
  });
}
