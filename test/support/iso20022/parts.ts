/** Valid insides of parts that several messages have. */
export const AGENT =
  "<FinInstnId><BICFI>BNORPHMMXXX</BICFI><ClrSysMmbId><MmbId>010530667</MmbId></ClrSysMmbId><Nm>BDO Unibank</Nm></FinInstnId><BrnchId><Id>0001</Id></BrnchId>";
export const PARTY = "<Nm>Ma. Luz Pe\u00F1a</Nm><CtryOfRes>PH</CtryOfRes>";
export const ACCOUNT = "<Id><Othr><Id>990112345006</Id></Othr></Id>";
export const CHARGES = `<Amt Ccy="PHP">5.00</Amt><Agt>${AGENT}</Agt>`;
export const SUPPLEMENT =
  '<PlcAndNm>Switch</PlcAndNm><Envlp><x:Any xmlns:x="urn:other">1</x:Any></Envlp>';
export const REMITTANCE = "<Ustrd>For the house</Ustrd>";
export const REASON = "<Orgtr><Nm>Switch</Nm></Orgtr><AddtlInf>As told by the bank</AddtlInf>";
/** Of an account, whatever else is known of it. */
export const ACCOUNT_PARTS = [
  "Id",
  ["Tp", "<Cd>CACC</Cd>"],
  ["Ccy", "PHP"],
  ["Nm", "Savings"],
  ["Prxy", "<Id>+639171234567</Id>"],
] as const;
const TRANSACTION = [
  "IntrBkSttlmAmt",
  ["Amt", '<InstdAmt Ccy="PHP">99.00</InstdAmt>'],
  ["IntrBkSttlmDt", "2026-11-23"],
  ["ReqdColltnDt", "2026-11-23"],
  ["ReqdExctnDt", "<Dt>2026-11-23</Dt>"],
  ["CdtrSchmeId", PARTY],
  ["SttlmInf", "<SttlmMtd>CLRG</SttlmMtd>"],
  ["PmtTpInf", "<SvcLvl><Cd>URGP</Cd></SvcLvl>"],
  ["PmtMtd", "TRF"],
  ["MndtRltdInf", "<MndtId>M-1</MndtId>"],
  ["RmtInf", REMITTANCE],
  ["UltmtDbtr", `<Pty>${PARTY}</Pty>`],
  ["Dbtr", `<Pty>${PARTY}</Pty>`],
  ["DbtrAcct", ACCOUNT],
  ["DbtrAgt", AGENT],
  ["DbtrAgtAcct", ACCOUNT],
  "CdtrAgt",
  ["CdtrAgtAcct", ACCOUNT],
  ["Cdtr", `<Pty>${PARTY}</Pty>`],
  "CdtrAcct",
  ["UltmtCdtr", `<Pty>${PARTY}</Pty>`],
  ["Purp", "<Cd>SALA</Cd>"],
] as const;
export const BANK = [
  "BICFI",
  ["ClrSysMmbId", "<MmbId>010530667</MmbId>"],
  ["LEI", "5493001KJTIIGC8Y1R12"],
  ["Nm", "BDO Unibank"],
  ["PstlAdr", "<Ctry>PH</Ctry>"],
  ["Othr", "<Id>0010</Id>"],
] as const;

export const AGENT_PARTS = ["FinInstnId", ["BrnchId", "<Id>0001</Id>"]] as const;
export const OTHER_ID = ["Id", ["SchmeNm", "<Cd>BBAN</Cd>"], ["Issr", "BSP"]] as const;

/** What a message that asks repeats of the transfer. */
export const originalTransactionText = `<IntrBkSttlmAmt Ccy="PHP">250.00</IntrBkSttlmAmt><DbtrAgt>${AGENT}</DbtrAgt>`;

/** What a message repeats of the transfer that it is about, below this part. */
export const originalTransaction = (part: string) => ({
  [`${part}/OrgnlTxRef`]: TRANSACTION,
  [`${part}/OrgnlTxRef/CdtrAcct`]: ACCOUNT_PARTS,
  [`${part}/OrgnlTxRef/CdtrAcct/Id/Othr`]: OTHER_ID,
  [`${part}/OrgnlTxRef/CdtrAgt`]: AGENT_PARTS,
  [`${part}/OrgnlTxRef/CdtrAgt/FinInstnId`]: BANK,
});
