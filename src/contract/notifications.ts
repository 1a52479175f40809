import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams, zeroOrOne } from "./fields.ts";

const notification = z.object({
  id: z.string(),
  message: z.string(),
  /** ISO 8601. */
  date: z.string(),
  /** 0 is unread. */
  read: zeroOrOne,
  /** The screen where the member can change what it is about; null where there is none. */
  leadsTo: z.nullable(z.enum(["card_settings", "forgotten_pin", "top_up", "transfer"])),
  /** Of the transfer that it leads to. */
  refNo: z.nullable(z.string()),
  /** 1 is a purchase or withdrawal with the card that was declined: no money moved. */
  declined: zeroOrOne,
});
export type Notification = z.output<typeof notification>;

export const getNotifications = endpoint({
  name: "getNotifications",
  method: "GET",
  path: "/members/{guid}/notifications",
  summary: "The newest 100 notifications, keyed by id",
  access: "member",
  params: guidParams,
  results: z.record(z.string(), notification),
  refusals: ["not_found"],
});

export const readNotifications = endpoint({
  name: "readNotifications",
  method: "POST",
  path: "/members/{guid}/notifications/read",
  summary: "Mark notifications as read",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({
    notification_ids: z
      .array(codeText().check(z.regex(/^\d{1,18}$/, fieldTexts.invalid)), fieldTexts.required)
      .check(z.maxLength(200, fieldTexts.tooLong)),
  }),
  refusals: ["not_found"],
});

/** Events of the socket at /socket.io. They ring a bell; the data is fetched by the calls above. */
export type SocketEvents = {
  notification: (event: { id: string; message: string; date: string }) => void;
  "force-logout": (event: { message: string; code: string }) => void;
  /** Flags, maintenance, fees, holidays or the member's own card have changed. Read it all anew. */
  settings: () => void;
};
