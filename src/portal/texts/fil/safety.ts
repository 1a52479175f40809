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
    passkeys: "Mga passkey",
    passkeysYes: "Mayroon",
    passkeysCount: (count) =>
      count === 0
        ? "Wala pa. Ang passkey ay nag-aapruba gamit ang daliri, mukha o screen lock, at walang makakahingi nito sa inyo."
        : `${count} passkey ang nag-aapruba gamit ang daliri, mukha o screen lock.`,
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
    refused: "Mga tinanggihang pag-log in",
    refusedLook: "Pakitingnan",
    refusedSee: "Tingnan",
    refusedNone: "Wala sa huling 30 araw.",
    refusedTimes: (times, moment) => `${times} sa huling 30 araw; ang huli ay noong ${moment}.`,
    refusedElsewhere: (times) =>
      `${times} mula sa network na hindi pa ninyo nagamit sa pag-log in. Hindi kayo? Hindi sila nakapasok; palitan pa rin ang password.`,
    pause: "Pause",
    pauseRuns: "Umiiral",
    noPause:
      "Wala ngayon. Kusa itong nagsisimula pagkatapos ng pagbabagong maaaring gawa ng ibang tao.",
    pauseUntil: (moment) =>
      `Walang bagong padadalhan, walang tataas na limit at walang mabubuksang naka-lock na pera bago ang ${moment}.`,
    pauseFor: {
      mobile_changed: "Pinalitan ang inyong mobile number.",
      email_changed: "Pinalitan ang inyong email address.",
      password_recovered: "Nagtakda ng bagong password gamit ang code.",
      username_recovered: "Nagtakda ng bagong username gamit ang code.",
      new_device: "May nag-log in mula sa bagong device.",
      joined_again: "Nag-sign up kayo ulit.",
      access_reopened: "Binuksan ulit ang inyong online access.",
      new_passkey: "May idinagdag na passkey.",
      unfrozen: "Natapos ang freeze ng inyong account.",
    } as Record<string, string>,
    limits: "Sarili ninyong limit",
    limitsYes: "Mayroon",
    limitsSee: "Tingnan ang inyong mga limit",
    limitsSet: (count) =>
      count === 0
        ? "Wala: ang limit lang ng bangko ang may bisa."
        : `${count} limit ninyo ang may bisa bukod sa limit ng bangko.`,
    moneyLock: "Naka-lock na pera",
    moneyLockYes: "Naka-lock",
    moneyLockSee: "Tingnan ang naka-lock ninyong pera",
    moneyLocked: (amount) => `Walang makakapagpadala ng ${amount}, kahit may password ninyo.`,
    moneyLockNone: "Wala. Walang makakapagpadala ng perang naka-lock.",
    unread: "Hindi nabasa ngayon. Nasa ibaba ito.",
  },
  wayBack: {
    title: "Kapag nawala ang lahat",
    link: "Paano makabalik",
    how: "Nawala ang phone, number at password: ano ang gagawin at ano ang dadalhin sa opisina.",
  },
  passkeys: {
    title: "Mga passkey",
    hint: "Sa passkey, nakaka-log in at nakakapag-apruba kayo ng transfer gamit ang fingerprint, mukha o screen lock. Hindi na kailangan ng code sa text.",
    none: "Wala pa kayong passkey.",
    notHere:
      "Hindi kilala ng browser na ito ang mga passkey. Gumamit ng pinakabagong bersyon ng iba.",
    add: "Magdagdag ng passkey",
    adding: "Ginagawa ng device ang passkey",
    addApproves: "Para ito sa isa pang passkey ng inyong account.",
    addedNow: "Naidagdag ang passkey",
    isHereAlready: "May passkey na ang device na ito para sa inyong account.",
    notMade: "Walang nagawang passkey ang inyong device. Subukan ulit.",
    thisDevice: (browser) => (/Android|iPhone|iPad/.test(browser) ? "Phone ko" : "Computer ko"),
    synced: "Naka-sync",
    added: (day) => `Idinagdag noong ${day}`,
    lastUsed: (moment) => `Huling ginamit noong ${moment}`,
    neverUsed: "Hindi pa nagagamit",
    rename: "Palitan ang pangalan",
    renameOf: (name) => `Palitan ang pangalan ng ${name}`,
    name: "Pangalan ng passkey",
    save: "I-save",
    saving: "Sine-save",
    renamed: "Na-save ang pangalan",
    remove: "Alisin",
    removeOf: (name) => `Alisin ang ${name}`,
    removing: "Inaalis",
    removeApproves: (name) =>
      `Para ito sa pag-alis ng “${name}”: hindi na ito makakapag-log in at makakapag-apruba.`,
    removed: (name) => `Naalis ang ${name}`,
  },
  devices: {
    title: "Mga device ninyo",
    hint: "Nakaka-log in kayo sa mga browser na ito nang walang code. Alisin ang hindi ninyo kilala o hindi na ginagamit.",
    place:
      "Wala kaming itinatagong address o bayan: kung pareho lang ang network ng huling pag-log in sa gamit ninyo ngayon.",
    isThis: "Device na ito",
    isSignedIn: "Naka-log in",
    lastUsed: (moment) => `Huling ginamit noong ${moment}`,
    firstUsed: (day) => `Unang ginamit noong ${day}`,
    places: { here: "parehong network", other: "ibang network", unknown: "" },
    rename: "Palitan ang pangalan",
    renameOf: (name) => `Palitan ang pangalan ng ${name}`,
    signOut: "I-log out",
    signOutOf: (name) => `I-log out ang ${name}`,
    remove: "Alisin",
    removeOf: (name) => `Alisin ang ${name}`,
    removing: "Inaalis",
    removeAsk: (name) => `Alisin ang “${name}”?`,
    removeMeaning:
      "Mala-log out ito agad. Kailangan ng code mula sa inyong phone bago makapag-log in ulit doon.",
    removeThisMeaning:
      "Ito ang hawak ninyong device: mala-log out kayo, at kailangan ng code mula sa inyong phone para makapag-log in ulit.",
    removed: (name) => `Naalis na ang ${name}`,
    removedThis: "Naalis na ang device na ito, at naka-log out na kayo.",
    signedOut: (name) => `Na-log out ang ${name}`,
    name: "Pangalan ng device",
    nameHint: "Halimbawa: Phone ko. Kapag walang laman, ayon sa sinasabi nito ang tawag dito.",
    save: "I-save",
    saving: "Sine-save",
    renamed: "Na-save ang pangalan",
    onlyThis: "Walang ibang kilalang device.",
    showAll: (count) => `Ipakita ang lahat ng ${count} device`,
    elsewhere: "I-log out ang lahat ng iba",
    elsewhereAsk: "I-log out ang lahat ng iba?",
    elsewhereMeaning:
      "Ang device na ito lang ang matitira. Mala-log out at maaalis ang lahat ng iba: kailangan doon ng code mula sa inyong phone.",
    elsewhereDoing: "Nagla-log out",
    elsewhereDone: (count) => `${count} device ang naalis`,
  },
};
