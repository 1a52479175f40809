/** Where a file of `data/live` is: the facts of the outside world and of the books that the bank runs on. */
export const liveFile = (name: string): URL =>
  new URL(`../../../../data/live/${name}`, import.meta.url);
