/** What a member is told on the way to a card, and at its end. */
export const cardLifeTexts = {
  card_requested: {
    en: "We received your card application. Ref. {refNo}.",
    fil: "Natanggap namin ang inyong card application. Ref. {refNo}.",
  },
  card_requested_for_fee: {
    en: "We received your card application and took the card fee of {fee}. Ref. {refNo}.",
    fil: "Natanggap namin ang inyong card application at kinuha ang card fee na {fee}. Ref. {refNo}.",
  },
  card_approved: {
    en: "Your card application was approved. We tell you as soon as your card is at {office}. Ref. {refNo}.",
    fil: "Aprobado na ang inyong card application. Sasabihan namin kayo kapag nasa {office} na ang card. Ref. {refNo}.",
  },
  card_waits: {
    en: "Your card is ready at {office}. Please fetch it by {date} and bring a valid ID.",
    fil: "Handa na ang inyong card sa {office}. Kunin ito hanggang {date} at magdala ng valid ID.",
  },
  card_rejected: {
    en: "Your card application was not approved.{returned} You may apply again. Ref. {refNo}.",
    fil: "Hindi naaprobahan ang inyong card application.{returned} Puwede kayong mag-apply ulit. Ref. {refNo}.",
  },
  card_rejected_details: {
    en: "Your card application was not approved: details of yours are missing. Please visit an office to complete them.{returned} Ref. {refNo}.",
    fil: "Hindi naaprobahan ang inyong card application: may kulang sa inyong details. Pumunta sa isang opisina para kumpletuhin ang mga ito.{returned} Ref. {refNo}.",
  },
  card_not_produced: {
    en: "Your personalized card could not be made. You may ask for a card again. Ref. {refNo}.",
    fil: "Hindi nagawa ang inyong personalized card. Puwede kayong humiling ulit. Ref. {refNo}.",
  },
  card_not_produced_fee_back: {
    en: "Your personalized card could not be made. The card fee of {fee} is back in your account, and you may ask for a card again. Ref. {refNo}.",
    fil: "Hindi nagawa ang inyong personalized card. Naibalik na sa inyong account ang card fee na {fee}, at puwede kayong humiling ulit. Ref. {refNo}.",
  },
  card_lost_on_its_way: {
    en: "Your personalized card did not arrive at its office. You may ask for a card again. Ref. {refNo}.",
    fil: "Hindi dumating sa opisina ang inyong personalized card. Puwede kayong humiling ulit. Ref. {refNo}.",
  },
  card_lost_on_its_way_fee_back: {
    en: "Your personalized card did not arrive at its office. The card fee of {fee} is back in your account, and you may ask for a card again. Ref. {refNo}.",
    fil: "Hindi dumating sa opisina ang inyong personalized card. Naibalik na sa inyong account ang card fee na {fee}, at puwede kayong humiling ulit. Ref. {refNo}.",
  },
  card_reported_lost: {
    en: "You reported your card lost or stolen. It is being blocked for good, and Card Settings show when that is done; what is on your card account stays yours. You can order a new card there then. If this was not you, call us at once.",
    fil: "Ini-report ninyong nawala o nanakaw ang inyong card. Bina-block ito nang tuluyan, at makikita sa Ayusin ang Card kung tapos na; sa inyo pa rin ang laman ng card account. Doon din kayo makaka-order ng bagong card. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  card_stop_refused: {
    en: "The card issuer refused to stop the card that you reported; it may still work. Please call us now. We keep asking the card issuer, and tell you when the card is stopped.",
    fil: "Tumanggi ang card issuer na ihinto ang card na ini-report ninyo; baka gumana pa ito. Tumawag agad sa amin. Patuloy namin itong ipahihinto sa card issuer, at sasabihan namin kayo kapag huminto na ang card.",
  },
  card_stopped: {
    en: "The card that you reported is blocked for good now: the card issuer has confirmed it. Card Settings say how you get your new card.",
    fil: "Naka-block na nang tuluyan ang card na ini-report ninyo: kinumpirma na ito ng card issuer. Nasa Ayusin ang Card kung paano ninyo makukuha ang bagong card.",
  },
  card_on_its_way: {
    en: "Your personalized card was made and is on its way to {office}. We tell you when it is there. Ref. {refNo}.",
    fil: "Nagawa na ang inyong personalized card at papunta na ito sa {office}. Sasabihan namin kayo kapag naroon na. Ref. {refNo}.",
  },
  card_replacement_open: {
    en: "You can ask for a new card in the portal now. What is on your card account stays yours and goes with the new card. If you did not ask for this, call us at once.",
    fil: "Puwede na kayong humiling ng bagong card sa portal. Sa inyo pa rin ang laman ng card account, at lilipat ito sa bagong card. Kung hindi ninyo ito hiningi, tumawag agad sa amin.",
  },
  card_withdrawn: {
    en: "Your card application was withdrawn. Ref. {refNo}.",
    fil: "Binawi ang inyong card application. Ref. {refNo}.",
  },
  card_withdrawn_fee_back: {
    en: "Your card application was withdrawn. The card fee of {fee} is back in your account. Ref. {refNo}.",
    fil: "Binawi ang inyong card application. Naibalik na sa inyong account ang card fee na {fee}. Ref. {refNo}.",
  },
  card_pickup_reminder: {
    en: "Your card is waiting at {office}. Please fetch it by {date}; after that it is taken back.",
    fil: "Naghihintay ang inyong card sa {office}. Kunin ito hanggang {date}; pagkatapos noon ay babawiin na ito.",
  },
  card_unclaimed: {
    en: "Your card was not fetched in {days} days and was taken back. You may apply for a card again.",
    fil: "Hindi nakuha ang inyong card sa loob ng {days} araw kaya binawi ito. Puwede kayong mag-apply ulit.",
  },
  card_activated: {
    en: "Your card ending in {lastFour} is active. If this was not you, call us at once.",
    fil: "Aktibo na ang inyong card na nagtatapos sa {lastFour}. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  card_activated_late: {
    en: "Your card ending in {lastFour} is active. The ATM PIN that counts is the one you chose on {moment}. If this was not you, call us at once.",
    fil: "Aktibo na ang inyong card na nagtatapos sa {lastFour}. Ang ATM PIN na pinili ninyo noong {moment} ang gamitin. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  card_activation_failed: {
    en: "Your card could not be activated yet. Please open the portal and click “Retry”.",
    fil: "Hindi pa na-activate ang inyong card. Buksan ang portal at pindutin ang “Retry”.",
  },
  card_suspension_over: {
    en: "Your card can be used again: its suspension is over.",
    fil: "Magagamit na ulit ang inyong card: tapos na ang suspensyon nito.",
  },
  card_lock_over: {
    en: "The lock that you put on your card has ended, at the time that you set.",
    fil: "Natapos na ang lock na inilagay ninyo sa card, sa oras na itinakda ninyo.",
  },
  card_expired: {
    en: "Your card expired and can no longer be used. Please visit an office for a new one.",
    fil: "Expired na ang inyong card at hindi na magagamit. Pumunta sa isang opisina para sa bago.",
  },
} as const;
