/** Tries of Retry after a failed activation; then an office has to help (docs/requirements/decisions.md, 5). */
export const MOST_RETRIES = 3;
