/** What the server may refuse about passkeys, and about what an act takes (approvalPolicy.ts). */
export const passkeyRefusals = {
  /** The policy takes a passkey for it, and a code by text was asked for or given. */
  passkey_needed: {
    http: 409,
    en: "This needs your passkey; a code by text is not enough. No passkey yet? Make one under “Passkeys”. To a new payee you can also send a smaller amount.",
    fil: "Kailangan dito ang inyong passkey; hindi sapat ang code sa text. Wala pang passkey? Gumawa sa “Mga passkey”. Sa bagong padadalhan, puwede ring magpadala ng mas maliit na halaga.",
  },
  passkey_needed_to_sign_in: {
    http: 409,
    en: "Please sign in with your passkey on this device.",
    fil: "Mag-sign in gamit ang inyong passkey sa device na ito.",
  },
  office_needed: {
    http: 409,
    en: "We do this at our offices only. Please bring a valid ID.",
    fil: "Sa aming mga opisina lang ito ginagawa. Magdala ng valid ID.",
  },
  /** In the pause that began as a code by text removed a passkey. */
  passkey_removed_lately: {
    http: 409,
    en: "This waits until a day after a passkey was removed with a code. It protects you from whoever has your phone number. You see the end under “Safety”.",
    fil: "Maghihintay ito nang isang araw matapos alisin ang isang passkey gamit ang code. Proteksyon ninyo ito laban sa may hawak ng inyong numero. Nasa “Seguridad” kung kailan ito matatapos.",
  },
  passkey_missing: {
    http: 409,
    en: "You have no passkey yet. Use a code by text, or make a passkey first.",
    fil: "Wala pa kayong passkey. Gumamit ng code sa text, o gumawa muna ng passkey.",
  },
  /** One answer for whatever is wrong with what was signed; the record has the reason. */
  passkey_refused: {
    http: 400,
    en: "We could not check your passkey. Please try again.",
    fil: "Hindi namin na-check ang inyong passkey. Subukan ulit.",
  },
  /** One answer at the sign-in: nobody's, removed, signed too late, or wrong. */
  passkey_unknown: {
    http: 400,
    en: "We could not sign you in with this passkey. Please try again, or use your password.",
    fil: "Hindi namin kayo na-sign in gamit ang passkey na ito. Subukan ulit, o gamitin ang inyong password.",
  },
  passkey_ends_no_freeze: {
    http: 400,
    en: "This passkey cannot open a frozen account. Please try again with another one, or come to any of our offices with a valid ID.",
    fil: "Hindi mabubuksan ng passkey na ito ang naka-freeze na account. Sumubok ng iba, o pumunta sa alinmang opisina namin na may valid ID.",
  },
  passkey_freezes_nothing: {
    http: 400,
    en: "We could not freeze an account with this passkey. Please use your membership number and a code, or call us.",
    fil: "Hindi namin na-freeze ang account gamit ang passkey na ito. Gamitin ang inyong membership number at code, o tumawag sa amin.",
  },
  not_frozen: {
    http: 409,
    en: "Your account is not frozen. Please log in as usual.",
    fil: "Hindi naka-freeze ang inyong account. Mag-log in gaya ng dati.",
  },
  passkey_too_new: {
    http: 409,
    en: "This passkey was made in the day before the freeze, so it does not open the account. Use one that you had before, or come to any of our offices with a valid ID.",
    fil: "Ginawa ang passkey na ito sa loob ng isang araw bago ang freeze, kaya hindi nito mabubuksan ang account. Gamitin ang mas luma ninyong passkey, o pumunta sa alinmang opisina namin na may valid ID.",
  },
  unfreeze_later: {
    http: 409,
    en: "With a passkey and a code you can open your account from {moment}. If you need it before, come to any of our offices with a valid ID.",
    fil: "Mabubuksan ninyo ang account gamit ang passkey at code mula {moment}. Kung kailangan ninyo ito bago niyan, pumunta sa alinmang opisina namin na may valid ID.",
  },
  passkey_exists: {
    http: 409,
    en: "This device has a passkey for your account already.",
    fil: "May passkey na ang device na ito para sa inyong account.",
  },
  passkeys_full: {
    http: 409,
    en: "You have 10 passkeys. Please remove one first.",
    fil: "10 na ang inyong passkey. Mag-alis muna ng isa.",
  },
} as const;
