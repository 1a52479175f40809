/**
 * Runs inside the head, before anything is drawn (its hash stands in the Content-Security-Policy):
 * the chosen theme and text size, whether the signed-in shell or the login is to be seen, and that no
 * form is ever sent by the browser itself, which would put a password into the address.
 */
{
  document.addEventListener("submit", (event) => event.preventDefault());

  const root = document.documentElement;
  const cookie = (name: string) =>
    document.cookie
      .split("; ")
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);

  const [theme, textSize] = (cookie("prefs") ?? "").split(".");
  if (theme === "light" || theme === "dark") root.dataset["theme"] = theme;
  if (textSize === "large" || textSize === "xlarge") root.dataset["text"] = textSize;

  const isLogin = root.dataset["page"] === "login";
  if (!isLogin) root.lang = cookie("lang") === "fil" ? "fil" : "en";
  try {
    if (isLogin && sessionStorage.getItem("token") && sessionStorage.getItem("guid")) {
      root.dataset["page"] = "app";
    }
  } catch {
    // Without storage nobody is signed in, and the login is what there is to see.
  }
}
