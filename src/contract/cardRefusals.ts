import { brand } from "#brand";

/** What the server may refuse about a card. */
export const cardRefusals = {
  no_eon_account: {
    http: 409,
    en: `No active ${brand.cardAccount} Account`,
    fil: `Walang aktibong ${brand.cardAccount} Account`,
  },
  card_suspended: {
    http: 409,
    en: `Card is suspended due to 3 failed current PIN entry. Please wait for 24 hours or call ${brand.product} ${brand.phone} to unsuspend card.{again}`,
    fil: `Suspendido ang card dahil sa 3 maling PIN. Maghintay ng 24 oras o tumawag sa ${brand.product} ${brand.phone}.{again}`,
  },
  card_deactivated: {
    http: 409,
    en: `Card is deactivated. Please go to ${brand.product} Office to request the admin to activate this card.`,
    fil: `Naka-deactivate ang card. Pumunta sa ${brand.product} Office para ipa-activate ito sa admin.`,
  },
  card_admin_locked: {
    http: 409,
    en: `Card is admin locked. Please go to ${brand.product} Office to request the admin to unlock this card.`,
    fil: `Naka-lock ng admin ang card. Pumunta sa ${brand.product} Office para ipa-unlock ito.`,
  },
  /** Any other state in which the card does not do what was asked. */
  card_state: {
    http: 409,
    en: "This cannot be done with your card as it is now. Please load the page again.",
    fil: "Hindi ito magagawa sa kasalukuyang kalagayan ng inyong card. I-load ulit ang page.",
  },
  /** The old plastic works at the issuer as far as we know: what is still asked of it would stop the new one. */
  card_stop_open: {
    http: 503,
    en: `The card issuer has not confirmed yet that your old card is stopped; until then you cannot order a new one. Please try again in a few minutes, or call ${brand.phone}.`,
    fil: `Hindi pa kinukumpirma ng card issuer na huminto na ang luma ninyong card; saka pa lang kayo makaka-order ng bago. Subukan ulit pagkaraan ng ilang minuto, o tumawag sa ${brand.phone}.`,
  },
  printed_name: {
    http: 422,
    param: "printed_name",
    en: "Write your name as it is to be printed: up to 26 letters from A to Z, made of your own name or its initials.",
    fil: "Isulat ang pangalan ninyo ayon sa ipi-print: hanggang 26 letra mula A hanggang Z, galing sa sarili ninyong pangalan o mga inisyal nito.",
  },
  /** One answer for a number that is no card's, nobody's or somebody else's. */
  invalid_card: {
    http: 422,
    param: "visa_card_no",
    en: `Invalid ${brand.cardDisplayName}`,
    fil: `Hindi wasto ang ${brand.cardDisplayName}`,
  },
  weak_pin: {
    http: 422,
    param: "atm_pin",
    en: "This PIN is too easy to guess. Do not use repeated digits, a row of digits, your birth date or the end of your mobile number.",
    fil: "Madaling mahulaan ang PIN na ito. Huwag gumamit ng paulit-ulit o sunod-sunod na numero, petsa ng kapanganakan o dulo ng mobile number.",
  },
  /** Sealed to a key that the issuer no longer uses: the page fetches the new one. */
  pin_key_changed: {
    http: 409,
    en: "Please enter your PIN again.",
    fil: "Ilagay ulit ang inyong PIN.",
  },
  issuer_unavailable: {
    http: 503,
    en: "The card service does not answer right now. Please try again in a few minutes.",
    fil: "Hindi sumasagot ang card service ngayon. Subukan ulit pagkaraan ng ilang minuto.",
  },
  pin_same: {
    http: 422,
    param: "new_pin",
    en: "This is your ATM PIN already. Choose another one.",
    fil: "Ito na ang inyong ATM PIN. Pumili ng iba.",
  },
  /** Asked for, and not answered: it may still be done, so nothing else is asked for meanwhile. */
  pin_change_open: {
    http: 503,
    en: "We have asked for the change and are waiting for the answer. If it goes through, the new PIN counts; we will text you.",
    fil: "Hiningi na namin ang pagpapalit at hinihintay ang sagot. Kapag natuloy, ang bagong PIN ang gamitin; ite-text namin kayo.",
  },
  /** Asked for earlier and found out just now: the PINs of this try are of before. */
  pin_changed_earlier: {
    http: 409,
    en: "Your earlier change went through: the new ATM PIN that you chose then counts. Nothing else was changed.",
    fil: "Natuloy ang nauna ninyong pagpapalit: ang bagong ATM PIN na pinili ninyo noon ang gamitin. Walang ibang binago.",
  },
  cvv_change_open: {
    http: 503,
    en: "We have asked for a new CVV and are waiting for the answer. If it goes through, the old CVV no longer works; we will text you.",
    fil: "Humingi na kami ng bagong CVV at hinihintay ang sagot. Kapag natuloy, hindi na gagana ang lumang CVV; ite-text namin kayo.",
  },
  raise_paused: {
    http: 409,
    en: "Your limits can go up from {from}. This protects you after a change to your account or a sign-in on a new device. You can make them lower now.",
    fil: "Makakapagtaas kayo ng limit simula {from}. Proteksyon ninyo ito matapos may mabago sa account o mag-sign in sa bagong device. Puwede itong ibaba ngayon.",
  },
  release_paused: {
    http: 409,
    en: "You can release locked money from {from}. This protects you after a change to your account or a sign-in on a new device.",
    fil: "Mabubuksan ninyo ang naka-lock na pera simula {from}. Proteksyon ninyo ito matapos may mabago sa account o mag-sign in sa bagong device.",
  },
  limit_change_open: {
    http: 503,
    en: "We have asked for the new limit and are waiting for the answer. If it goes through, it holds at once; we will notify you here.",
    fil: "Hiningi na namin ang bagong limit at hinihintay ang sagot. Kapag natuloy, iiral ito agad; aabisuhan namin kayo rito.",
  },
  card_member_locked: {
    http: 409,
    en: "Your card is locked. Please unlock it first.",
    fil: "Naka-lock ang inyong card. I-unlock muna ito.",
  },
  card_not_locked: {
    http: 409,
    en: "Your card is not locked any more.",
    fil: "Hindi na naka-lock ang inyong card.",
  },
  pin_reset_paused: {
    http: 409,
    en: `You can set a new ATM PIN without the old one from {from}. This protects you after a change to your account or a sign-in on a new device. With the old PIN you can change it now. If you need help, call ${brand.phone}.`,
    fil: `Makakagawa kayo ng bagong ATM PIN nang wala ang luma simula {from}. Proteksyon ninyo ito matapos may mabago sa account o mag-sign in sa bagong device. Kung alam ninyo ang lumang PIN, puwede itong palitan ngayon. Kung kailangan ng tulong, tumawag sa ${brand.phone}.`,
  },
  card_number_limit: {
    http: 429,
    en: "Too many wrong card numbers. Please try again tomorrow.",
    fil: "Masyadong maraming maling card number. Subukan ulit bukas.",
  },
  pin_incorrect: {
    http: 422,
    param: "current_pin",
    en: "Your current ATM PIN is not right.",
    fil: "Mali ang inyong kasalukuyang ATM PIN.",
  },
  cvv_daily_limit: {
    http: 409,
    en: "You can only change your Card's CVV once a day. Please wait for 24 hours.",
    fil: "Isang beses lang sa isang araw puwedeng palitan ang CVV ng inyong card. Maghintay ng 24 oras.",
  },
  cvv_nothing_to_show: {
    http: 409,
    en: "There is no new CVV to show. A new one can be seen once.",
    fil: "Walang bagong CVV na maipapakita. Isang beses lang makikita ang bago.",
  },
  withdrawal_limit_too_high: {
    http: 422,
    param: "transaction_limit",
    en: "The most is {ceiling} a day.",
    fil: "Hanggang {ceiling} lang sa isang araw.",
  },
  /** A raise of the limit came without a code. */
  otp_needed: {
    http: 422,
    param: "pin",
    en: "Please enter the one-time password that we sent you.",
    fil: "Ilagay ang one-time password na ipinadala namin.",
  },
  otp_not_for_this: {
    http: 422,
    param: "pin",
    en: "This code is not for this. Please ask for a new one.",
    fil: "Hindi para rito ang code na ito. Humingi ng bago.",
  },

  /* Coming by a card */
  card_processing: {
    http: 409,
    en: "Personalized card is processing.",
    fil: "Ginagawa na ang personalized card.",
  },
  card_application_processing: {
    http: 409,
    en: "Your card application is being processed.",
    fil: "Pinoproseso ang inyong card application.",
  },
  card_maintenance: { http: 503, en: "{text}", fil: "{text}" },
  card_fee_not_covered: {
    http: 422,
    param: "cardFee",
    en: "The card fee of {fee} is taken from your Cash Advance Storage Account or your savings. There is not enough in either.",
    fil: "Kinukuha ang card fee na {fee} sa inyong Cash Advance Storage Account o savings. Kulang ang laman ng mga ito.",
  },
  pickup_office_unknown: {
    http: 422,
    param: "office_id",
    en: "Choose one of the offices in the list.",
    fil: "Pumili ng office sa listahan.",
  },
  activation_limit: {
    http: 429,
    en: `You have tried too often today. Please try again tomorrow or call ${brand.phone}.`,
    fil: `Masyado nang maraming subok ngayong araw. Subukan ulit bukas o tumawag sa ${brand.phone}.`,
  },
  activation_unknown: {
    http: 503,
    en: "We do not know yet whether your card was activated. If it was, the ATM PIN of your first try counts. We keep asking and will text you.",
    fil: "Hindi pa namin alam kung na-activate ang inyong card. Kung oo, ang ATM PIN ng unang subok ninyo ang gamitin. Patuloy kaming nagtatanong at ite-text namin kayo.",
  },
  activation_failed: {
    http: 409,
    en: "Unable to process your card at this time. Please click “Retry”",
    fil: "Hindi maproseso ang inyong card sa ngayon. Pindutin ang “Retry”",
  },
  activation_at_office: {
    http: 409,
    en: `We could not activate your card. Our staff is looking into it. Please go to ${brand.product} Office or call ${brand.phone}.`,
    fil: `Hindi namin ma-activate ang inyong card. Inaalam na ito ng aming staff. Pumunta sa ${brand.product} Office o tumawag sa ${brand.phone}.`,
  },
} as const;
