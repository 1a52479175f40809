import type { signIn as english } from "#console/texts/en/signIn.ts";

export const signIn: typeof english = {
  title: "Mag-sign in",
  username: "Username",
  password: "Password",
  code: "Code ng authenticator",
  submit: "Mag-sign in",
};
