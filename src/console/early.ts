/**
 * Runs inside the head, before anything is drawn: the chosen theme, text size and language, and that no
 * form is ever sent by the browser itself, which would put a password into the address.
 */
{
  const root = document.documentElement;
  const cookie = (name: string) =>
    document.cookie
      .split("; ")
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const [theme, textSize] = (cookie("prefs") ?? "").split(".");
  if (theme === "light" || theme === "dark") root.dataset["theme"] = theme;
  if (textSize === "large" || textSize === "xlarge") root.dataset["text"] = textSize;
  // Draws with the font from the beginning: there is no prerendered page to be quick with.
  root.dataset["drawn"] = "";
  root.lang = cookie("lang") === "fil" ? "fil" : "en";
  document.addEventListener("submit", (event) => event.preventDefault());
}
