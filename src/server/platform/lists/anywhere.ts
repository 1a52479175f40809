/** The pattern with which `ilike` finds this text anywhere: what it would read as a wildcard is itself. */
export const anywhere = (text = ""): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
