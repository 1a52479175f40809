-- A setting that is read aloud on the screen has a row for each further language, named after it; the
-- row without one is English and stands in where a language has none.
insert into transfer_setting (name, value) values
  ('transferToOtherBankPesonetFee.fil', 'PHP 10.00 bawat transaksyon'),
  ('transferToOtherBankInstapayFee.fil', 'PHP 10.00 bawat transaksyon'),
  ('transferToVisaSpiel.fil', 'Pumapasok sa inyong card ang mga transfer sa loob ng ilang minuto. Kasama ang halaga sa maaaring matanggap ng inyong card ngayong buwan.'),
  ('transferHolidayReminder.fil', 'Pinoproseso araw-araw ang mga transfer sa sarili ninyong card, pati Sabado, Linggo at mga pista opisyal.');
