export const search = {
  title: "Search",
  hint: "A name, a membership number, a mobile number, the last four digits of a card, or a reference.",
};
