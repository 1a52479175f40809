/** Why notices are not pushed to a browser. Part of refusals.ts. */
export const pushRefusals = {
  push_not_taken: {
    http: 422,
    en: "We do not use the notification service of this browser. You hear from us as before.",
    fil: "Hindi namin ginagamit ang notification service ng browser na ito. Makakarinig kayo sa amin gaya ng dati.",
  },
} as const;
