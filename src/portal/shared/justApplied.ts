import { makeStore } from "#ui/store.ts";

/** What became of the card application that was sent a moment ago, until its place on the dashboard is left. */
export const justApplied = makeStore("");
