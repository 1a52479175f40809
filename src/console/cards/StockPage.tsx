import { useMay } from "#console/api/me.ts";
import { PageHead } from "#client/PageHead.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { StockOfBranch } from "#contract/staff/cardStock.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Popover } from "#ui/Popover.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { stockRead } from "./cardReads.ts";
import "./cards.css";
import { DeliveryDialog } from "./DeliveryDialog.tsx";
import { MinimumDialog } from "./MinimumDialog.tsx";
import { OrderDialog } from "./OrderDialog.tsx";
import { CountDialog, ReceiveDialog } from "./ScanDialogs.tsx";
import { StockTabs } from "./StockTabs.tsx";

/** So many branches are named, the others counted. */
const MOST_NAMED = 5;

/** Plastic by branch, with a warning where few kits are left, and what can be done there. */
export function StockPage() {
  const texts = useTexts("cards");
  const query = useQuery(stockRead());
  // Those that lack most come first.
  const low = (query.data ?? [])
    .filter(({ isLow }) => isLow)
    .toSorted((one, other) => lack(other) - lack(one));
  const named = low.slice(0, MOST_NAMED).map(({ branchName }) => branchName);
  return (
    <div className="c-page">
      <PageHead title={texts.stock} after={<p className="sub">{texts.stockLead}</p>} />
      <StockTabs />
      {low.length > 0 && (
        <Notice kind="warn">{texts.lowWarning(named.join(", "), low.length - named.length)}</Notice>
      )}
      <Loaded query={query}>{(branches) => <Branches branches={branches} />}</Loaded>
    </div>
  );
}

/** How many kits there are too few. */
const lack = ({ minimum, inStock }: StockOfBranch) => minimum - inStock;

function Branches({ branches }: { branches: readonly StockOfBranch[] }) {
  const texts = useTexts("cards");
  const figure = (key: keyof StockOfBranch, head: string) => ({
    key,
    head,
    isFigure: true,
    cell: (branch: StockOfBranch) => branch[key].toLocaleString("en-US"),
  });
  return (
    <PlainTable
      caption={texts.stock}
      rows={branches}
      keyOf={({ branchId }) => branchId}
      empty={texts.noStock}
      columns={[
        {
          key: "branch",
          head: texts.branch,
          cell: ({ branchName }) => (
            <Link to={`${paths.cardKits}?branch=${encodeURIComponent(branchName)}`}>
              {branchName}
            </Link>
          ),
        },
        figure("inStock", texts.free),
        figure("announced", texts.announced),
        figure("reserved", texts.reserved),
        figure("personalized", texts.personalized),
        figure("minimum", texts.minimum),
        {
          key: "state",
          head: texts.state,
          cell: ({ isLow }) => (
            <StatusTag kind={isLow ? "warn" : "ok"}>{isLow ? texts.low : texts.enough}</StatusTag>
          ),
        },
        { key: "what", head: texts.what, cell: (branch) => <BranchMenu branch={branch} /> },
      ]}
    />
  );
}

const ACTIONS = {
  receive: { action: "card_stock.receive", Dialog: ReceiveDialog },
  delivery: { action: "card_stock.announce", Dialog: DeliveryDialog },
  order: { action: "card_stock.announce", Dialog: OrderDialog },
  countKits: { action: "card_stock.receive", Dialog: CountDialog },
  setMinimum: { action: "card_stock.change", Dialog: MinimumDialog },
} as const;
// The keys of this very object.
const NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

function BranchMenu({ branch }: { branch: StockOfBranch }) {
  const texts = useTexts("cards");
  const may = useMay();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [action, setAction] = useState<keyof typeof ACTIONS>();
  const names = NAMES.filter((name) => may(ACTIONS[name].action));
  if (names.length === 0) return "–";
  const choose = (name: keyof typeof ACTIONS) => {
    // The dialog gives the focus back to where it was, and the menu is gone by then.
    button.current?.focus();
    setIsOpen(false);
    setAction(name);
  };
  const Chosen = action && ACTIONS[action].Dialog;
  return (
    <span className="pop-anchor k-menu">
      <Button
        ref={button}
        small
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={texts.whatOf(branch.branchName)}
        onClick={() => setIsOpen(!isOpen)}
      >
        {texts.what}
      </Button>
      {isOpen && (
        <Popover
          label={texts.whatOf(branch.branchName)}
          anchor={button}
          onClose={() => setIsOpen(false)}
        >
          <ul className="k-menu-list">
            {names.map((name) => (
              <li key={name}>
                <Button look="quiet" block onClick={() => choose(name)}>
                  {texts[name]}
                </Button>
              </li>
            ))}
          </ul>
        </Popover>
      )}
      {Chosen && <Chosen branch={branch} onClose={() => setAction(undefined)} />}
    </span>
  );
}
