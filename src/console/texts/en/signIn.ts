export const signIn = {
  title: "Sign in",
  username: "Username",
  password: "Password",
  code: "Code of the authenticator",
  submit: "Sign in",
};
