/** Where the API answers: the page's own origin, unless the build names another host. */
export const apiBase: string = import.meta.env["VITE_API_URL"] ?? "/api";

/** Socket and API share an origin. */
export const socketOrigin = (): string => new URL(apiBase, location.href).origin;
