/** What a member is told on the way to a loan, and of one. */
export const loanTexts = {
  loan_submitted: {
    en: "We received your application for a {loan} of {amount}. No. {refNo}.",
    fil: "Natanggap namin ang inyong application para sa {loan} na {amount}. No. {refNo}.",
  },
  loan_for_verification: {
    en: "A loan officer is checking your application. No. {refNo}.",
    fil: "Sinusuri na ng loan officer ang inyong application. No. {refNo}.",
  },
  loan_for_documents: {
    en: "Your loan application needs more documents: {reason} No. {refNo}.",
    fil: "May kulang na dokumento ang inyong loan application: {reason} No. {refNo}.",
  },
  loan_for_approval: {
    en: "Your loan application was checked and waits for approval. No. {refNo}.",
    fil: "Nasuri na ang inyong loan application at naghihintay ng pag-apruba. No. {refNo}.",
  },
  loan_offer_ready: {
    en: "Your loan of {amount} is approved. Please read our offer and accept it by {date}. No. {refNo}.",
    fil: "Aprobado na ang inyong loan na {amount}. Basahin ang aming alok at tanggapin ito hanggang {date}. No. {refNo}.",
  },
  loan_accepted: {
    en: "You accepted our loan offer of {amount}. Sign the promissory note at your office, then we release the money. If this was not you, call us at once. No. {refNo}.",
    fil: "Tinanggap ninyo ang alok naming loan na {amount}. Pumirma ng promissory note sa inyong opisina, saka namin ilalabas ang pera. Kung hindi kayo iyon, tumawag agad sa amin. No. {refNo}.",
  },
  loan_released: {
    en: "Your loan was released: {amount} is now in your savings account. The first instalment is due on {date}. Loan {refNo}.",
    fil: "Nailabas na ang inyong loan: nasa savings account na ninyo ang {amount}. Sa {date} ang unang hulog. Loan {refNo}.",
  },
  loan_rejected: {
    en: "Your loan application was not approved: {reason} You may apply again. No. {refNo}.",
    fil: "Hindi naaprobahan ang inyong loan application: {reason} Puwede kayong mag-apply ulit. No. {refNo}.",
  },
  loan_withdrawn: {
    en: "You withdrew your loan application. No. {refNo}.",
    fil: "Binawi ninyo ang inyong loan application. No. {refNo}.",
  },
  loan_lapsed: {
    en: "Your loan application ended because it was not taken up in {days} days. You may apply again. No. {refNo}.",
    fil: "Natapos ang inyong loan application dahil hindi ito naituloy sa loob ng {days} araw. Puwede kayong mag-apply ulit. No. {refNo}.",
  },
  loan_payment_taken: {
    en: "We received {amount} for your loan {refNo}.",
    fil: "Natanggap namin ang {amount} para sa inyong loan {refNo}.",
  },
  deduction_set: {
    en: "From {date} on, {amount} of your pay goes into your {account} each month, by the form that you signed ({authority}). If you signed none, call us at once.",
    fil: "Simula {date}, {amount} ng inyong sahod ang papasok sa inyong {account} bawat buwan, ayon sa pinirmahan ninyong form ({authority}). Kung wala kayong pinirmahan, tumawag agad sa amin.",
  },
  deduction_changed: {
    en: "From {date} on, {amount} of your pay goes into your {account} each month, by the form that you signed ({authority}). Until then it stays at {before}. If you signed none, call us at once.",
    fil: "Simula {date}, {amount} ng inyong sahod ang papasok sa inyong {account} bawat buwan, ayon sa pinirmahan ninyong form ({authority}). Hanggang doon, {before} pa rin. Kung wala kayong pinirmahan, tumawag agad sa amin.",
  },
  deduction_ended: {
    en: "Nothing of your pay goes into your {account} each month any more. If you did not ask for that, call us at once.",
    fil: "Wala nang sahod ninyo ang papasok sa inyong {account} bawat buwan. Kung hindi kayo ang humiling nito, tumawag agad sa amin.",
  },
  payroll_deposit_taken: {
    en: "{amount} from your pay went into your {account}. Ref. {refNo}.",
    fil: "Pumasok sa inyong {account} ang {amount} mula sa sahod. Ref. {refNo}.",
  },
  loan_debit_begun: {
    en: "From now on what falls due of your loan {refNo} is taken from your account ...{account} on its due date. We tell you the day before. If this was not you, call us at once.",
    fil: "Simula ngayon, kukunin sa inyong account ...{account} sa mismong due date ang dapat bayaran sa loan {refNo}. Sasabihin namin sa inyo isang araw bago nito. Kung hindi kayo ito, tumawag agad sa amin.",
  },
  loan_debit_begun_rest: {
    en: "From now on, what no deduction from your pay covers of your loan {refNo} is taken from your account ...{account} on its due date. We tell you the day before. If this was not you, call us at once.",
    fil: "Simula ngayon, kukunin sa inyong account ...{account} sa mismong due date ang hindi sakop ng kaltas sa sahod para sa loan {refNo}. Sasabihin namin sa inyo isang araw bago nito. Kung hindi kayo ito, tumawag agad sa amin.",
  },
  loan_debit_stopped: {
    en: "The automatic debit for your loan {refNo} has stopped. Please pay what falls due yourself.",
    fil: "Itinigil na ang automatic debit para sa inyong loan {refNo}. Kayo na ang magbayad sa bawat due date.",
  },
  loan_debit_stopped_rest: {
    en: "The automatic debit for your loan {refNo} has stopped. From now on what falls due is deducted from your pay alone.",
    fil: "Itinigil na ang automatic debit para sa inyong loan {refNo}. Simula ngayon, sa sahod na lang ninyo ikakaltas ang dapat bayaran.",
  },
  loan_debit_tomorrow: {
    en: "On {date} we take {amount} from your account ...{account} for your loan {refNo}.",
    fil: "Sa {date}, kukunin namin ang {amount} sa inyong account ...{account} para sa loan {refNo}.",
  },
  loan_debit_failed: {
    en: "We could not take {amount} from your account ...{account} for your loan {refNo} on {date}. Please pay soon, so that no penalty is added.",
    fil: "Hindi namin nakuha ang {amount} sa inyong account ...{account} para sa loan {refNo} noong {date}. Magbayad agad para walang maidagdag na penalty.",
  },
  loan_past_due: {
    en: "An instalment of your loan {refNo} is overdue. Please pay soon: each month a penalty is added.",
    fil: "Lampas na sa due date ang isang hulog ng inyong loan {refNo}. Magbayad agad: may idinadagdag na penalty bawat buwan.",
  },
  loan_current_again: {
    en: "Thank you: nothing of your loan {refNo} is overdue any more.",
    fil: "Salamat: wala nang overdue sa inyong loan {refNo}.",
  },
  loan_fully_paid: {
    en: "Your loan {refNo} is fully paid. Thank you.",
    fil: "Bayad na nang buo ang inyong loan {refNo}. Salamat.",
  },
  loan_refunded: {
    en: "Your loan {refNo} is fully paid. Thank you. {amount} was more than it needed and is in your savings account now.",
    fil: "Bayad na nang buo ang inyong loan {refNo}. Salamat. Sobra ang {amount} at nasa savings account na ninyo ito.",
  },
} as const;
