/** Besides what every object has. */
const MORE = ["prototype", "__proto__", "null", "undefined", "true", "false", "nan"];
const RESERVED: ReadonlySet<string> = new Set(
  [...Object.getOwnPropertyNames(Object.prototype), ...MORE].map((name) => name.toLowerCase()),
);

/**
 * Whether a name is one of a program's own ('__proto__', 'constructor', 'toString', in any case): where names
 * are keys, such a one would stand for something else than its owner.
 */
export function isReservedName(name: string): boolean {
  return RESERVED.has(name.trim().toLowerCase());
}
