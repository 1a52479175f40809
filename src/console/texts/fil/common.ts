import { words } from "#client/words/fil.ts";
import { hotline } from "#contract/hotline.ts";
import type { common as english } from "#console/texts/en/common.ts";

export const common: typeof english = {
  words,
  back: "Bumalik",
  cancel: "Kanselahin",
  yes: "Oo",
  no: "Hindi",
  save: "I-save",
  saving: "Sine-save",
  required: "Kailangan itong sagutan",
  numberWrong: "Magsulat ng buong numero.",
  tryAgain: "Subukan ulit",
  reload: "I-reload",
  skipToContent: "Pumunta sa nilalaman",
  language: "Wika",
  none: "Wala",
  wentWrong: "May problema sa aming server. Subukan ulit mamaya.",
  againAt: (time) => `Puwede na sa ${time}.`,
  noAnswer: "Hindi maabot ang server. Hindi tiyak kung may nabago.",
  notReached: "Hindi namin maabot ang server.",
  who: {
    job: "ang bangko mismo",
    others: {
      system: "ang bangko mismo",
      job: "ang bangko mismo",
      timer: "ang bangko mismo",
      file: "isang file ng rail",
      statements: "ang bangko mismo",
      issuer: "ang issuer",
      member: "ang miyembro",
      unknown: "isang hindi naka-sign in",
    },
  },
  referenceId: (id: string) => `Ref ${id}`,
  loadFailed: "Hindi ito nakuha.",
  offline: "Walang koneksyon. Maaaring luma na ang nakikita; kusa kaming kokonekta ulit.",
  backOnline: "Konektado na ulit.",
  screenFailed: "Hindi maipakita ang screen na ito.",
  notFoundTitle: "Walang ganitong page",
  notFound: "Paumanhin, walang ganitong page, o sa ibang branch ito.",
  forbiddenTitle: "Hindi para sa inyong role",
  forbidden:
    "Hindi pinapayagan ng inyong role ang page na ito. Magtanong sa administrator kung kailangan.",
  toHome: "Overview",
  secureNeeded:
    "Binuksan ang page na ito nang walang encryption, kaya huminto kami bago magpadala ng anuman. Buksan ito sa address na nagsisimula sa https://.",
  noScript: `Kailangan ng page na ito ang JavaScript. I-on ito, o tumawag sa ${hotline}.`,
};
