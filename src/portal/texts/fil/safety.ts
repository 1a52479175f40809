import type { SafetyTexts } from "#portal/texts/en/safety.ts";

export const safety: SafetyTexts = {
  title: "Seguridad",
  lead: "Paano protektado ang inyong account, sino ang nakakapasok, at ano ang magagawa ninyo.",
  failed: (section) => `Hindi nakuha ang “${section}”.`,
  failedMeaning: (reference) => `Ligtas ang inyong pera. Pakisubukan ulit. ${reference}`,
  howSafe: {
    title: "Gaano ako kaligtas?",
    password: "Password",
    passwordOld: "Luma na",
    passwordNever: "Hindi pa napapalitan.",
    passwordChanged: (day) => `Huling pinalitan noong ${day}.`,
    change: "Palitan",
    changePassword: "Palitan ang password",
    mobile: "Mobile number para sa mga code",
    mobileMissing: "Wala",
    mobileIs: (masked) =>
      `Sa ${masked} ipinapadala ang mga code. Pumunta sa isang opisina para palitan ito.`,
    mobileNone: "Wala pang number, kaya walang code na makakarating. Pumunta sa isang opisina.",
    devices: "Mga kilalang device",
    devicesKnown: (count) =>
      count === 0
        ? "Wala: may code sa bawat pag-log in."
        : `${count} browser ang nakaka-log in nang walang code. Kailangan ng code sa iba pa.`,
    pause: "Pahinga para sa mga bagong padadalhan",
    pauseRuns: "Umiiral",
    noPause:
      "Wala ngayon. Kusa itong nagsisimula pagkatapos ng pagbabagong maaaring gawa ng ibang tao.",
    pauseUntil: (moment) => `Wala munang bagong mapapadalhan mula sa inyong card bago ang ${moment}.`,
    pauseFor: {
      mobile_changed: "Pinalitan ang inyong mobile number.",
      email_changed: "Pinalitan ang inyong email address.",
      password_recovered: "Nagtakda ng bagong password gamit ang code.",
      username_recovered: "Nagtakda ng bagong username gamit ang code.",
      new_device: "May nag-log in mula sa bagong device.",
      joined_again: "Nag-sign up kayo ulit.",
      access_reopened: "Binuksan ulit ang inyong online access.",
    } as Record<string, string>,
  },
};
