/** What the staff are told about their own accounts, their roles and what they ask of each other. */
export const staffRefusals = {
  /** One answer for a wrong username, password, code or passkey, and for who may not sign in. */
  staff_login_incorrect: {
    http: 400,
    en: "The username, password, code or passkey is not right.",
    fil: "Mali ang username, password, code o passkey.",
  },
  staff_login_suspended: {
    http: 423,
    en: "Too many wrong tries. Please try again after 15 minutes.",
    fil: "Masyadong maraming maling subok. Subukan ulit pagkaraan ng 15 minuto.",
  },
  staff_access_locked: {
    http: 423,
    en: "Too many wrong tries. Please ask a supervisor or an administrator to lift the lock.",
    fil: "Masyadong maraming maling subok. Ipaalis sa supervisor o administrator ang lock.",
  },
  staff_username_taken: {
    http: 422,
    param: "payload.username",
    en: "This username is taken.",
    fil: "May gumagamit na ng username na ito.",
  },
  office_unknown: {
    http: 422,
    param: "payload.officeId",
    en: "There is no such branch.",
    fil: "Walang ganoong branch.",
  },
  request_about_you: {
    http: 409,
    en: "This request is about you. Others ask for it and decide it.",
    fil: "Tungkol sa inyo ang request na ito. Iba ang hihiling at magdedesisyon nito.",
  },
  own_membership: {
    http: 409,
    en: "This is your own membership. Somebody else of the staff has to do this.",
    fil: "Sarili ninyong membership ito. Ibang kawani ang dapat gumawa nito.",
  },
  staff_membership_unknown: {
    http: 422,
    param: "payload.membershipNo",
    en: "No member has this membership number.",
    fil: "Walang miyembrong may ganitong membership number.",
  },
  staff_membership_taken: {
    http: 422,
    param: "payload.membershipNo",
    en: "This is the membership of another person of the staff.",
    fil: "Membership ito ng ibang kawani.",
  },
  staff_own_account: {
    http: 409,
    en: "This is about one of the two people who ask and decide. Others must do it.",
    fil: "Tungkol ito sa isa sa dalawang humihiling at nagdedesisyon. Iba ang dapat gumawa.",
  },
  /** The one answer for a wrong, used or old enrolment code and for an account that waits for none. */
  enrolment_incorrect: {
    http: 400,
    en: "The username or the enrolment code is not right, or the code is too old.",
    fil: "Mali ang username o ang enrolment code, o luma na ang code.",
  },
  authenticator_code_wrong: {
    http: 422,
    param: "code",
    en: "This is not the code your authenticator shows now.",
    fil: "Hindi ito ang code na nasa inyong authenticator ngayon.",
  },
  password_or_code_wrong: {
    http: 422,
    param: "current_password",
    en: "The password or the code is not right.",
    fil: "Mali ang password o ang code.",
  },
  enrolment_not_open: {
    http: 409,
    en: "This account waits for no enrolment. Ask for its renewal first.",
    fil: "Walang hinihintay na enrolment ang account na ito. Ipa-renew muna ito.",
  },
  enrolment_not_done: {
    http: 409,
    en: "The owner of this account has not set a password and an authenticator, or it is open already.",
    fil: "Hindi pa naihahanda ng may-ari ang password at authenticator ng account na ito, o bukas na ito.",
  },
  enrolment_handled_by_you: {
    http: 409,
    en: "You had a hand in this account already, so another person does this.",
    fil: "May bahagi na kayo sa account na ito, kaya ibang tao ang dapat gumawa nito.",
  },
  not_your_role: {
    http: 409,
    en: "Your role does not allow this.",
    fil: "Hindi ito pinapayagan ng inyong role.",
  },

  too_many_views: {
    http: 409,
    en: "You have 20 views of this list already. Please delete one first.",
    fil: "May 20 view na kayo sa listahang ito. Magbura muna ng isa.",
  },
} as const;
