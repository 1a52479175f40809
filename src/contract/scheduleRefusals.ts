/** What the server may refuse about scheduled transfers. */
export const scheduleRefusals = {
  schedule_day: {
    http: 422,
    param: "first_on",
    en: "Choose a day from tomorrow on, within a year.",
    fil: "Pumili ng araw simula bukas, sa loob ng isang taon.",
  },
  schedule_too_many: {
    http: 409,
    en: "You have {most} scheduled transfers already. End one that you no longer need.",
    fil: "May {most} na kayong naka-schedule na transfer. Tapusin ang hindi na ninyo kailangan.",
  },
  schedule_ended: {
    http: 409,
    en: "This scheduled transfer has ended. You can schedule a new one.",
    fil: "Tapos na ang naka-schedule na transfer na ito. Puwede kayong mag-schedule ng bago.",
  },
} as const;
