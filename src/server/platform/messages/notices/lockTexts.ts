import { brand } from "#brand";

const { product, phone } = brand;

/** What members are told about money that they lock. Part of texts.ts. */
export const lockTexts = {
  money_locked: {
    en: "{pesos} is now locked on your account ending in {account}. Nothing takes it until you have it released.",
    fil: "Naka-lock na ang {pesos} sa account ninyo na nagtatapos sa {account}. Walang makakagalaw dito hangga't hindi ninyo inaalis ang lock.",
  },
  lock_release_asked: {
    en: "{pesos} that is locked on your account ending in {account} will be free from {moment}. If this was not you, take it back under Safety and call us at once.",
    fil: "Magagamit na ang {pesos} na naka-lock sa account ninyo na nagtatapos sa {account} simula {moment}. Kung hindi kayo iyon, bawiin ito sa Seguridad at tumawag agad sa amin.",
  },
  lock_release_dropped: {
    en: "The locked money that you asked to release stays locked. You can ask for it again.",
    fil: "Mananatiling naka-lock ang perang hiniling ninyong alisan ng lock. Puwede ninyo itong hilingin ulit.",
  },
  money_freed: {
    en: "{pesos} on your account ending in {account} is no longer locked. If you did not ask for this, call us at once.",
    fil: "Hindi na naka-lock ang {pesos} sa account ninyo na nagtatapos sa {account}. Kung hindi ninyo ito hiniling, tumawag agad sa amin.",
  },
};

/** The same on the phone. Part of noticeTexts.ts. */
export const lockSms = {
  money_locked: {
    en: `${product}: {pesos} is now locked on account ...{account}. Not you? Call ${phone} at once.`,
    fil: `${product}: naka-lock na ang {pesos} sa account ...{account}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  lock_release_asked: {
    en: `${product}: {pesos} that is locked on account ...{account} will be free from {moment}. Not you? Call ${phone} at once.`,
    fil: `${product}: magagamit na ang {pesos} na naka-lock sa account ...{account} simula {moment}. Hindi kayo? Tawag sa ${phone}.`,
  },
  money_freed: {
    en: `${product}: {pesos} on account ...{account} is no longer locked. Not you? Call ${phone} at once.`,
    fil: `${product}: hindi na naka-lock ang {pesos} sa account ...{account}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
};
