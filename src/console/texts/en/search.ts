export const search = {
  title: "Search",
  titleFor: (text: string) => `Results for “${text}”`,
  hint: "A name, a membership number, a mobile number, the last four digits of a card, or a reference.",
  nothing: "Nothing was found.",
  nothingHint: "Check the spelling, or search for a number instead of a name.",
};
