import type { NotificationsTexts } from "#portal/texts/en/notifications.ts";

export const notifications: NotificationsTexts = {
  title: "Mga Abiso",
  open: "Mga abiso",
  openWithNew: "Mga abiso, may bago",
  empty: "Walang abiso",
  newOne: "May bago kayong abiso",
  couldNotLoad: "Hindi nakuha ang mga abiso.",
  unread: "Bago",
};
