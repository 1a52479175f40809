import type { Structure } from "./optionalElements.ts";
import { AGENT, AGENT_PARTS, BANK, originalTransactionText, SUPPLEMENT } from "./parts.ts";

/** FIToFIPaymentStatusRequestV03, pacs.028.001.03. */
export const PACS_028: Structure = {
  "": ["GrpHdr", "OrgnlGrpInf", "TxInf", ["SplmtryData", SUPPLEMENT]],
  GrpHdr: ["MsgId", "CreDtTm", "InstgAgt", ["InstdAgt", AGENT]],
  "GrpHdr/InstgAgt": AGENT_PARTS,
  "GrpHdr/InstgAgt/FinInstnId": BANK,
  OrgnlGrpInf: [
    "OrgnlMsgId",
    "OrgnlMsgNmId",
    ["OrgnlCreDtTm", "2026-11-23T02:00:00+08:00"],
    ["OrgnlNbOfTxs", "1"],
    ["OrgnlCtrlSum", "250.00"],
  ],
  TxInf: [
    ["StsReqId", "S/0001"],
    ["OrgnlGrpInf", "<OrgnlMsgId>M-1</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>"],
    ["OrgnlInstrId", "I 0001"],
    "OrgnlEndToEndId",
    "OrgnlTxId",
    ["OrgnlUETR", "12121212-1212-4212-8212-121212121212"],
    ["AccptncDtTm", "2026-11-23T10:00:00+08:00"],
    ["ClrSysRef", "IPX/1795400400000:6"],
    ["InstgAgt", AGENT],
    ["InstdAgt", AGENT],
    ["OrgnlTxRef", originalTransactionText],
    ["SplmtryData", SUPPLEMENT],
  ],
};
