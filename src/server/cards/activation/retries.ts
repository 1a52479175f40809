/** Tries of Retry after a failed activation; then an office has to help (decisions.md, section 5). */
export const MOST_RETRIES = 3;
