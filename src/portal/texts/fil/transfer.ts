import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";

export const transfer: TransferTexts = {
  title: "Mag-transfer",
  step: (step, steps) => `Hakbang ${step} ng ${steps}`,
  to: "Ipadala sa",
  toOwnCard: `${brand.product} VISA Card/${brand.cardAccount} ko`,
  toOwnCardDetail: "Galing sa isa sa mga account ko, walang bayad",
  toSavings: "Savings account ko",
  toSavingsDetail: "Galing sa card ko, walang bayad",
  toBank: "Ibang bangko",
  toBankDetail: "PESONet o InstaPay",
  toCard: `${brand.product} VISA Card/${brand.cardAccount}`,
  from: "Galing sa",
  chooseAccount: "Pumili ng account",
  accountChoice: (name, number, balance) => `${name} ${number}: ${balance}`,
  ownLimit: {
    off: "Pinatay ninyo sa Seguridad ang ganitong mga transfer.",
    payeeOff: "Zero ang limit na itinakda ninyo sa Seguridad para sa padadalhang ito.",
    most: (amount) => `${amount} ang sarili ninyong limit sa isang transfer.`,
    today: (amount) => `${amount} na lang ang natitira sa sarili ninyong limit ngayong araw.`,
    thisMonth: (amount) => `${amount} na lang ang natitira sa sarili ninyong limit ngayong buwan.`,
    payeeToday: (amount) =>
      `${amount} na lang ang natitira sa limit ninyo para sa padadalhang ito ngayong araw.`,
  },
  locked: (amount) => `${amount} ang naka-lock`,
  chosenAccount: (name, number, balance) => `${name} ${number}, ${balance} ang available`,
  available: "Puwedeng gamitin",
  destination: "Papunta sa card ko",
  savings: "Papunta sa savings ko",
  chooseSavings: "Piliin ang savings account ninyo",
  savingsHint: "Hanggang sa puwedeng gamitin sa card",
  cardPicture: "Card ko",
  via: "Paraan",
  rails: { pesonet: "PESONet", instapay: "InstaPay" },
  limitsOf: (way) => `${way}: mga bayad at limit`,
  hours: (rail) => `Mga oras at holiday ng ${rail}`,
  noFee: "Walang bayad",
  feeIs: (amount) => `Bayad ${amount}`,
  mostEach: (amount) => `Hanggang ${amount} bawat padala`,
  arrival: {
    title: "Kailan papasok?",
    usual: {
      instapay: "Karaniwan, sa loob ng isang minuto, araw-araw",
      card: "Karaniwan, sa loob ng isang minuto, araw-araw",
      deposit: "Karaniwan, sa loob ng isang minuto, araw-araw",
    },
    today: (time) => `Bago mag-${time} ngayong araw`,
    tomorrow: (time) => `Bago mag-${time} bukas`,
    onDay: (time, day) => `Bago mag-${time}, ${day}`,
    expected: (by) => `Inaasahan ${by.replace(/^B/, "b")}, kung banking day iyon`,
  },
  bank: "Bangkong padadalhan",
  chooseBank: "Pumili ng bangko",
  popularBanks: "Madalas piliin",
  otherBanks: "Iba pang bangko at wallet",
  banksFound: {
    none: "Walang ganitong bangko na tumatanggap ng ganitong transfer.",
    found: (count) => `${count} bangko ang nakita`,
  },
  bankCleared: (bank, rail) =>
    `${rail} na ang paraan, na may sariling listahan ng mga bangko. Hindi na napili ang ${bank}.`,
  bankNotThere: (bank, rail) =>
    `Hindi na napili ang ${bank}: hindi ito inaabot ng ${rail}. Pumili ng ibang bangko o paraan.`,
  sameBank: (bank) => `Piliin ulit ang ${bank}`,
  accountNumber: "Account number",
  accountNumberHint: "Numero lamang. Puwede ang espasyo; puwedeng i-paste.",
  cardNumberHint: `Ang 12 digit ng ${brand.cardAccount} account ng kabilang card`,
  unusualLength: (bank, digits, typed) =>
    `Karaniwang ${digits} digit ang account sa ${bank}; ${typed} ang nailagay ninyo. Suriin itong muli.`,
  digitRange: (least, most) => (least === most ? `${least}` : `${least} hanggang ${most}`),
  accountName: "Pangalan sa account",
  accountNameHint: "Gaya ng nakasulat sa bangkong tatanggap",
  amount: "Halaga",
  loadLeft: (amount) => `${amount} pa ang puwedeng pumasok sa card ngayong buwan.`,
  limitsLeft: (today, month) =>
    `${today} pa ang maipapadala ninyo sa ibang bangko ngayong araw, ${month} ngayong buwan.`,
  fee: "Bayad sa transaksyon",
  total: "Kabuuan",
  arrives: "Papasok",
  leftInAccount: "Matitira sa account",
  leftOnCard: "Matitira sa card",
  next: "Susunod",
  transferAmount: (amount) => `I-transfer ang ${amount}`,
  transferButton: "I-transfer",
  reminders: "Mga paalala",
  report: `Kung may mukhang mali, i-report sa loob ng 12 oras: ${hotline}.`,
  instapayIsFinal: "Hindi na mababawi ang InstaPay transfer.",
  keptAnswers: "Naka-save ang inyong mga sagot.",
  unsent: {
    says: (amount, toPayee) =>
      `Hindi pa naipapadala ang ${amount} na nasuri na ninyo, para ${toPayee}.`,
    goOn: "Ituloy ito",
    discard: "Huwag na",
  },
  noAccounts: "Wala kayong account na mapagkukunan.",
  noAccountsMeaning:
    "Puwedeng mag-top up ng card mula sa savings, capital contribution o storage account.",
  setupFailed: "Hindi nakuha ang inyong mga account",
  setupFailedMeaning: (reference) =>
    `Ligtas ang inyong pera; ang screen lamang ang may problema. Ref ${reference}.`,
  noCardAccount: `Walang aktibong ${brand.cardAccount} Account`,
  loading: "Kinukuha ang inyong mga account",
  errors: {
    low: "Maglagay ng ₱1.00 o higit pa",
    high: "Hanggang ₱999,999,999.00 lamang",
    notEnough: (available) => `Kulang ang laman ng account na ito. ${available} ang laman.`,
    notOnCard: (needed, available, hasFee) =>
      `Kulang ang laman ng card. Kailangan ay ${needed}${hasFee ? " kasama ang bayad" : ""}; ${available} ang laman.`,
    notInAccount: (needed, available, hasFee) =>
      `Kulang ang laman ng account na ito. Kailangan ay ${needed}${hasFee ? " kasama ang bayad" : ""}; ${available} ang laman.`,
    sameAccount: "Hindi puwedeng pareho ang padadalhan at pinanggalingan",
    ownCard: `Sarili ninyong card ito. Piliin ang ${brand.product} VISA Card/${brand.cardAccount} ko.`,
    most: {
      instapay: (amount) => `Hanggang ${amount} lamang ang InstaPay sa isang padala`,
      pesonet: (amount) => `Hanggang ${amount} lamang ang PESONet sa isang padala`,
      card: (amount) => `Hanggang ${amount} lamang sa card sa isang padala`,
    },
    leftToday: (amount, until) =>
      `${amount} na lang ang maipapadala ninyo sa ibang bangko ngayong araw. Magsisimula ulit ang limit sa ${until}.`,
    leftThisMonth: (amount, until) =>
      `${amount} na lang ang maipapadala ninyo sa ibang bangko ngayong buwan. Magsisimula ulit ang limit sa ${until}.`,
  },
  review: {
    lead: "Suriin ang mga detalye bago pindutin ang I-transfer",
    back: "Bumalik sa pag-edit",
    sending: "Ipapadala ninyo",
    scheduling: "Isi-schedule ninyo",
    schedule: "I-schedule",
    leadScheduled: "Suriin ang mga detalye bago pindutin ang I-schedule",
    toOwnCard: (account) => `inyong card, ${account}`,
    toSavings: (lastFour) => `inyong savings account ••••\u00a0${lastFour}`,
    toWords: { person: "kay", account: "sa" },
    sentBefore: (at) => `Ipinadala na ninyo ito noong ${at}.`,
    seeSent: "Tingnan",
    from: "Galing sa",
    to: "Para sa",
    bank: "Bangko",
    accountNumber: "Account number",
    accountName: "Pangalan sa account",
    sentAs: "Ipapadala sa bangko bilang",
    amount: "Halaga",
    via: "Paraan",
    viaOwn: "Sariling account",
    edit: "Baguhin",
    checks: {
      own: {
        first: "Suriin ang halaga.",
        rest: " Ang perang pumasok sa card ay magagamit agad ng may hawak nito.",
      },
      card: {
        first: "Suriin ang account number, isa-isang digit.",
        rest: " Ang perang napunta sa maling card ay magagamit agad ng may hawak nito.",
      },
      deposit: {
        first: "Suriin ang halaga.",
        rest: " Hindi na magagastos gamit ang card ang perang nasa savings na.",
      },
      instapay: {
        first: "Suriin ang account number, isa-isang digit.",
        rest: " Hindi na mababawi ang InstaPay transfer sa maling account.",
      },
      pesonet: {
        first: "Suriin ang account number, isa-isang digit.",
        rest: " Ang transfer sa maling account ay maibabalik lamang ng nakatanggap nito.",
      },
    },
    sendingCode: "Ipinapadala ang code",
    unfinished:
      "Naka-save ang transfer na ito. Hindi pa ito naipapadala; isang beses lang ito puwedeng ipadala.",
  },
  payees: {
    at: (bank, lastFour) => `, ${bank} ••••\u00a0${lastFour}`,
    bank: (name, lastFour) => `${name}, account ••••\u00a0${lastFour}`,
  },
  shop: {
    title: "Ang tindahan",
    name: "Tindahan",
    city: "Lungsod",
    acquirer: "Sa pamamagitan ng",
    number: "Numero ng tindahan",
    reference: "Reference ng tindahan",
    byCode: "Tindahan, gamit ang QR Ph code nito",
    isFixed: "Nasa code ng tindahan kung magkano",
    terms: (most) =>
      `Walang bayad, hanggang ${most} bawat isa. Kasama ito sa maipapadala ninyo sa ibang bangko.`,
    somebodyElse: "Iba ang babayaran",
    check: {
      first: "Suriin kung ito ang tindahang nasa harap ninyo.",
      rest: " Hindi na mababawi ang naibayad sa ibang tindahan.",
    },
  },
  transferring: (amount) => `Ipinapadala ang ${amount}`,
  failed: "Hindi natuloy ang transfer. Subukan ulit.",
  nothingLeft: {
    account: "Walang nabawas sa inyong account.",
    card: "Walang nabawas sa inyong card.",
  },
  result: {
    failed: "Hindi naipadala ang transfer",
    success: "Pinoproseso ang inyong transfer",
    successCredited: "Naipadala na ang transfer",
    successRest:
      "Sasabihin namin kapag natanggap na ng kabilang bangko. Hindi na kailangang magpadala ulit.",
    view: "Tingnan ang resibo",
    backToReview: "Bumalik sa mga detalye",
  },
  receipt: {
    next: {
      own: {
        underWay:
          "Karaniwang pumapasok sa card sa loob ng isang minuto. Sasabihin ng page na ito kapag pumasok na.",
        credited: "Nasa card na ang pera at magagamit na.",
        returned: "Naibalik na ang pera sa inyong account, walang nabawas. Puwedeng subukan ulit.",
      },
      card: {
        underWay:
          "Karaniwang pumapasok sa kabilang card sa loob ng isang minuto. Sasabihin ng page na ito kapag pumasok na.",
        credited: "Nasa kabilang card na ang pera at magagamit na.",
        returned: "Naibalik na ang pera sa inyong card, walang nabawas. Puwedeng subukan ulit.",
      },
      deposit: {
        underWay:
          "Karaniwang pumapasok sa savings account sa loob ng isang minuto. Sasabihin ng page na ito kapag pumasok na.",
        credited: "Nasa savings account na ninyo ang pera.",
        returned: "Naibalik na ang pera sa inyong card, walang nabawas. Puwedeng subukan ulit.",
      },
      instapay: {
        underWay:
          "Karaniwang pumapasok ang InstaPay sa loob ng isang minuto. Kung wala pa sa loob ng 2 oras, tawagan kami at ibigay ang reference number.",
        credited: "Naipasok na ng kabilang bangko sa account.",
        returned: "Naibalik na ang pera sa inyong card, kasama ang bayad.",
      },
      pesonet: {
        underWay:
          "Kasama ang PESONet sa susunod na batch. Sasabihin ng page na ito kung ano na ang lagay.",
        batched: "Nasa batch na ito ng PESONet. Sasabihin ng page na ito kung ano na ang lagay.",
        cleared:
          "Na-clear na ito at ipinapasok na ng kabilang bangko sa account. Sasabihin ng page na ito kapag pumasok na.",
        credited: "Naipasok na ng kabilang bangko sa account.",
        returned: "Naibalik na ang pera sa inyong card, kasama ang bayad.",
      },
    },
    toOneself: { own: "sa inyong card", deposit: "sa inyong savings account" },
  },
  checking: {
    title: "Sinusuri namin",
    to: (toPayee) => `papunta ${toPayee}`,
    body: "Wala pang sagot. Huwag nang magpadala ulit.",
    until: (time) =>
      `Magtatanong kami hanggang ${time}; pagkatapos noon ay hindi na ito matutuloy.`,
    keepOpen:
      "Puwedeng iwan ang page na ito. Isang beses lang mangyayari ang transfer, at aabisuhan namin kayo.",
    noAnswer: "Wala pa ring sagot.",
    over: (time) =>
      `Mula ${time}, hindi na matutuloy ang transfer na ito. Kung natuloy ito bago noon, makikita ito sa Mga Transaksyon; kung hindi, walang nabawas.`,
    overNext: "Buksan ulit ang page na ito mamaya: magtatanong muna kami bago kayo magpadala.",
    askNow: "Magtanong ngayon",
    asking: "Nagtatanong",
    alreadyReceived:
      "Natanggap na ang transfer na ito. Makikita sa mga abiso at sa Mga Transaksyon kung ano na ang lagay.",
  },
};
