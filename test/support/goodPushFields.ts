/** What a browser's push service gave it; a point of the curve, and nobody's. */
export const goodPushFields = {
  endpoint: "https://fcm.googleapis.com/fcm/send/nobody:of-ours",
  p256dh: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
  auth: "AAAAAAAAAAAAAAAAAAAAAA",
  showsAmounts: true,
};

/** Which of them each call has. */
export const pushBodies = {
  checkPush: ["endpoint"],
  subscribePush: ["endpoint", "p256dh", "auth"],
  showAmountsInPush: ["showsAmounts"],
};
