import type { Structure } from "./optionalElements.ts";
import { AGENT, CHARGES, originalTransaction, REASON, SUPPLEMENT } from "./parts.ts";

/** FIToFIPaymentStatusReportV10, pacs.002.001.10. */
export const PACS_002: Structure = {
  "": ["GrpHdr", "OrgnlGrpInfAndSts", "TxInfAndSts", ["SplmtryData", SUPPLEMENT]],
  GrpHdr: ["MsgId", "CreDtTm", ["InstgAgt", AGENT], ["InstdAgt", AGENT]],
  OrgnlGrpInfAndSts: [
    "OrgnlMsgId",
    "OrgnlMsgNmId",
    ["OrgnlCreDtTm", "2026-11-23T02:00:00+08:00"],
    ["OrgnlNbOfTxs", "1"],
    ["OrgnlCtrlSum", "12.34"],
    ["GrpSts", "ACSP"],
    ["StsRsnInf", REASON],
    ["NbOfTxsPerSts", "<DtldNbOfTxs>1</DtldNbOfTxs><DtldSts>ACSC</DtldSts>"],
  ],
  TxInfAndSts: [
    ["StsId", "ST/0001.1"],
    ["OrgnlGrpInf", "<OrgnlMsgId>OTHER-1</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>"],
    ["OrgnlInstrId", "I 0001"],
    "OrgnlEndToEndId",
    "OrgnlTxId",
    ["OrgnlUETR", "12121212-1212-4212-8212-121212121212"],
    "TxSts",
    ["StsRsnInf", REASON],
    ["ChrgsInf", CHARGES],
    ["AccptncDtTm", "2026-11-23T10:00:00+08:00"],
    ["FctvIntrBkSttlmDt", "<Dt>2026-11-23</Dt>"],
    ["AcctSvcrRef", "A/0001"],
    ["ClrSysRef", "IPX/1795400400000:6"],
    ["InstgAgt", AGENT],
    ["InstdAgt", AGENT],
    "OrgnlTxRef",
    ["SplmtryData", SUPPLEMENT],
  ],
  ...originalTransaction("TxInfAndSts"),
};
