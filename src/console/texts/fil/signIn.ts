import type { signIn as english } from "#console/texts/en/signIn.ts";

export const signIn: typeof english = {
  title: "Mag-sign in",
  lead: "Para sa staff lamang. Nakatala sa inyong pangalan ang lahat ng gagawin dito.",
  username: "Username",
  password: "Password",
  code: "Code ng inyong authenticator",
  codeHint: "Ang 6 digit na nakikita ngayon. Isang beses lang gagana ang bawat code.",
  submit: "Mag-sign in",
  submitting: "Nagsa-sign in",
  passkey: "Gumamit ng passkey",
  passkeyHint: "Kapalit ng code, kasama ng username at password.",
  passkeyNone: "Walang nagamit na passkey. Subukan ulit, o ilagay ang code ng authenticator.",
  toEnrol: "Unang beses, o bago ang phone? Gamitin ang inyong enrolment code",
  toSignIn: "Bumalik sa sign-in",
  ended: {
    logout: "Naka-log out na kayo.",
    idle: "15 minuto kayong wala, kaya na-sign out kayo.",
    expired: "Tapos na ang inyong session. Mag-sign in ulit.",
    other_device: "Nag-sign in kayo sa ibang device.",
  },
  enrolTitle: "Ihanda ang inyong access",
  enrolLead:
    "Bibigyan kayo ng inyong supervisor o ng administrator ng enrolment code. Isang araw itong magagamit.",
  enrolmentCode: "Enrolment code",
  enrolmentCodeHint: "12 letra at numero; hindi mahalaga ang gitling",
  checking: "Tinitingnan",
  next: "Susunod",
  enrolAuthenticator: "Ihanda ang inyong authenticator",
  enrolAuthenticatorLead:
    "Ilagay ang secret na ito sa authenticator app ng sarili ninyong phone, saka ilagay ang code na lalabas at pumili ng password.",
  secret: "ang secret",
  openAuthenticator: "Buksan sa authenticator ng device na ito",
  secretOnce: "Ngayon lang makikita ang secret. Walang sinuman dito ang hihingi nito sa inyo.",
  newPassword: "Bagong password",
  newPasswordHint: "8 karakter o higit pa. Mabuti ang isang pangungusap.",
  confirmPassword: "Ulitin ang bagong password",
  openAccount: "Ihanda ang aking access",
  enrolWaits: "Malapit na",
  enrolWaitsLead:
    "Handa na ang inyong password at authenticator. Kailangan kayong makita, pati ang inyong ID at phone, ng isang supervisor o administrator na hindi nagbigay sa inyo ng code. Pagkatapos, makakapag-sign in na kayo.",
};
