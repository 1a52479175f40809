import { brand } from "#brand";
import type { SignupTexts } from "#portal/texts/en/signup.ts";

export const signup: SignupTexts = {
  title: "Gumawa ng account",
  lead: "Para sa mga miyembro. Ihanda ang membership no. at ang phone na nasa aming rekord.",
  backToLogin: "Bumalik sa login",
  membershipNo: "Membership No.",
  membershipHint: "Puwedeng i-type o i-paste, may puwang man o wala.",
  membershipPlaceholder: "16 digit",
  username: "Username",
  usernamePlaceholder: "Hindi bababa sa 8 karakter",
  usernameHint: "Hanggang 20 letra, numero, tuldok, gitling at underscore.",
  password: "Gumawa ng password",
  confirm: "Ulitin ang password",
  agreement: "Privacy Notice",
  agree: "Sumasang-ayon ako sa ",
  agreeLink: `Privacy Notice ng ${brand.provider}`,
  joining: "Sa paggawa ng account, sumasang-ayon din kayo sa ",
  next: "Susunod",
  sending: "Ipinapadala ang code",
  created: "Nagawa na ang account",
  noMobile: {
    title: "Walang Nakarehistrong Mobile Number",
    body: "Nagpapadala kami ng code sa inyong phone, pero walang mobile number sa aming rekord para sa membership na ito.",
    call: "Tumawag sa hotline para itanong ang dadalhin:",
    visit: "O pumunta sa isa sa aming mga opisina para irehistro ang inyong numero:",
    satellite: "Ang pinakamalapit na satellite office",
  },
};
