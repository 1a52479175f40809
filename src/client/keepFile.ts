/** Hands a file to the browser to keep, under this name. */
export function keepFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  // The browser has taken it over by the next turn.
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
