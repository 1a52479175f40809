import type { idle as english } from "#console/texts/en/idle.ts";

export const idle: typeof english = {
  title: "Nandiyan pa ba kayo?",
  body: (seconds: number) =>
    `Matagal nang walang ginawa rito. Masa-sign out kayo pagkaraan ng ${seconds} segundo.`,
  stay: "Oo, ituloy",
  staying: "Itinutuloy",
  leave: "Mag-log out",
};
