import { hotline, plainHotline } from "#contract/hotline.ts";

/** What is copied from a page has the hotline's number as it is dialled. All else is copied as ever. */
export function copyPlainly(): void {
  document.addEventListener("copy", (event) => {
    const copied = String(getSelection());
    // Some browsers make a plain blank of one that keeps lines together, and leave the rest.
    const text = plainHotline(copied.replaceAll(hotline.replaceAll("\u00a0", " "), hotline));
    if (text === copied || event.clipboardData === null) return;
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
  });
}
