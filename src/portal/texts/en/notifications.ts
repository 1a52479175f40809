export const notifications = {
  title: "Notifications",
  open: "Notifications",
  openWithNew: "Notifications, there is a new one",
  empty: "No available notifications",
  newOne: "You have a new notification",
  couldNotLoad: "We could not load your notifications.",
  unread: "New",
};

export type NotificationsTexts = typeof notifications;
