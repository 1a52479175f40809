/** To whatever the phone shares with; where it cannot, the picture is saved instead. */
export async function shareFile(
  file: File,
  title: string,
  save: (file: File) => Promise<void>,
): Promise<void> {
  const data = { files: [file], title };
  if (typeof navigator.canShare !== "function" || !navigator.canShare(data)) return save(file);
  try {
    await navigator.share(data);
  } catch (error) {
    // The member thought better of it.
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    return save(file);
  }
  return undefined;
}
