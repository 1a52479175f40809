import type { RailMessage, Unreadable } from "./railMessage.ts";
import { readReturn } from "./returns.ts";
import { readStatus } from "./statusReports.ts";
import { readXml } from "./xml.ts";

/**
 * Reads a rail's message about transfers of ours: a pacs.002 or a pacs.004 of ISO 20022. The elements that
 * decide are read, all others are passed over. A part that contradicts itself, or lacks an element that
 * decides, is 'unclear', and the other parts count.
 */
export function readRailMessage(bytes: Uint8Array, mostBytes: number): RailMessage | Unreadable {
  const read = readXml(bytes, mostBytes);
  if (read.kind === "unreadable") return read;
  const [report] = read.root.children;
  if (report === undefined) return { kind: "unreadable", reason: "it is empty" };
  if (read.type === "pacs.002.001.10") return readStatus(report);
  if (read.type === "pacs.004.001.09") return readReturn(report);
  return { kind: "unreadable", reason: `${read.type} is not for us` };
}
