/** What a phone shares with: it names in the page's title what it was given, or fails like this. */
export function standInForShare(failure: string): void {
  Object.defineProperties(navigator, {
    canShare: { configurable: true, value: () => true },
    share: {
      configurable: true,
      value: ({ files: [file] }: { files: File[] }) => {
        document.title = `${file?.type} ${file?.name}`;
        return failure === ""
          ? Promise.resolve()
          : Promise.reject(new DOMException("Not shared", failure));
      },
    },
  });
}
