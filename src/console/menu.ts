import type { StaffAction } from "#contract/staff/actions.ts";
import type { StaffQueue } from "#contract/staff/home.ts";
import type { Catalogue } from "#console/texts/texts.ts";
import {
  Banknote,
  FileUp,
  HandCoins,
  ReceiptText,
  Users,
  ArrowLeftRight,
  BookOpenText,
  CalendarDays,
  CreditCard,
  HeartPulse,
  IdCard,
  Inbox,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  MapPin,
  MessageCircleWarning,
  MessageSquareText,
  Package,
  KeyRound,
  Percent,
  Scale,
  ScrollText,
  ShieldAlert,
  TableProperties,
  Wrench,
  UserCheck,
} from "lucide-react";
import { paths } from "./paths.ts";

export type MenuGroup = "queues" | "people" | "operations";

export type MenuItem = {
  /** Names it in texts/<language>/shell.ts. */
  key: keyof Catalogue["shell"]["menu"];
  group: MenuGroup;
  icon: LucideIcon;
  to: string;
  /** Shown to whom this is allowed, in any branch. */
  action: StaffAction;
  /** The queue whose count stands beside it. */
  queue?: StaffQueue;
};

export const MENU_GROUPS: readonly MenuGroup[] = ["queues", "people", "operations"];

const group = "operations";
const OPERATIONS: readonly MenuItem[] = [
  { key: "ledger", group, icon: BookOpenText, to: paths.ledger, action: "ledger.view" },
  { key: "switches", group, icon: Wrench, to: paths.switches, action: "flag.view" },
  { key: "fees", group, icon: Percent, to: paths.fees, action: "request.transfer_setting" },
  { key: "policy", group, icon: KeyRound, to: paths.policy, action: "request.approval_policy" },
  { key: "calendar", group, icon: CalendarDays, to: paths.calendar, action: "holiday.view" },
  { key: "jobs", group, icon: Inbox, to: paths.jobs, action: "job.view" },
  {
    key: "templates",
    group,
    icon: MessageSquareText,
    to: paths.templates,
    action: "message_template.view",
  },
  { key: "offices", group, icon: MapPin, to: paths.offices, action: "office.view" },
  { key: "banks", group, icon: Landmark, to: paths.banks, action: "bank.view" },
  { key: "health", group, icon: HeartPulse, to: paths.health, action: "health.view" },
];

/** The menu, in the order in which it shows. A screen adds its line here. */
export const MENU: readonly MenuItem[] = [
  { key: "home", group: "queues", icon: LayoutDashboard, to: paths.home, action: "own_access.use" },
  ...OPERATIONS,
  { key: "members", group: "people", icon: Users, to: paths.members, action: "member.search" },
  { key: "imports", group: "people", icon: FileUp, to: paths.imports, action: "import.view" },
  {
    key: "requests",
    group: "queues",
    icon: UserCheck,
    to: paths.requests,
    action: "request.view",
    queue: "requests_to_decide",
  },
  {
    key: "loanApplications",
    group: "queues",
    icon: HandCoins,
    to: paths.loanApplications,
    action: "loan_application.view",
    queue: "loan_applications",
  },
  { key: "cash", group: "operations", icon: Banknote, to: paths.cash, action: "cash.view" },
  {
    key: "payroll",
    group: "operations",
    icon: ReceiptText,
    to: paths.payroll,
    action: "payroll.view",
    queue: "remittance_exceptions",
  },
  {
    key: "openTransfers",
    group: "queues",
    icon: ArrowLeftRight,
    to: paths.openTransfers,
    action: "transfer.view",
    queue: "late_transfers",
  },
  {
    key: "transferCases",
    group: "queues",
    icon: MessageCircleWarning,
    to: paths.transferCases,
    action: "transfer_case.view",
    queue: "transfer_cases",
  },
  {
    key: "safetyWatch",
    group: "queues",
    icon: ShieldAlert,
    to: paths.safetyWatch,
    action: "safety_watch.view",
    queue: "safety_watch",
  },
  {
    key: "reconciliation",
    group: "operations",
    icon: Scale,
    to: paths.breaks,
    action: "reconciliation.view",
    queue: "open_breaks",
  },
  {
    key: "cardApplications",
    group: "queues",
    icon: CreditCard,
    to: paths.cardApplications,
    action: "card_application.view",
    queue: "card_applications",
  },
  {
    key: "cardStock",
    group: "operations",
    icon: Package,
    to: paths.cardStock,
    action: "card_stock.view",
  },
  {
    key: "audit",
    group: "operations",
    icon: ScrollText,
    to: paths.audit,
    action: "audit.view",
  },
  { key: "staff", group: "people", icon: IdCard, to: paths.staff, action: "staff.view" },
  {
    key: "roles",
    group: "people",
    icon: TableProperties,
    to: paths.roles,
    action: "role_table.view",
  },
];

/** Whether somebody at `pathname` stands at this item or below it. */
export function isAt({ to }: MenuItem, pathname: string): boolean {
  return to === paths.home ? pathname === to : pathname === to || pathname.startsWith(`${to}/`);
}
