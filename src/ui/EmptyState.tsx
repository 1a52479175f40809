import { RefreshCw, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { Ribbon } from "./Ribbon.tsx";
import "./surface.css";
import { useWords } from "./words.tsx";

/** Nothing here yet: the sentence, one line of meaning, at most one action. */
export function EmptyState(props: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <div className="empty-rack" aria-hidden="true">
        <Ribbon code="SL" />
        <Ribbon code="BL-VL" />
      </div>
      <b>{props.title}</b>
      {props.children && <p className="meta">{props.children}</p>}
      {props.action}
    </div>
  );
}

/** Something could not be loaded: what failed, that money is safe, a retry, the reference. */
export function ErrorState(props: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** It stands for a whole page, whose heading it is. */
  isPage?: boolean;
}) {
  const Title = props.isPage === true ? "h1" : "b";
  return (
    <div className="empty" role="alert">
      <span className="empty-icon">
        <RefreshCw />
      </span>
      <Title>{props.title}</Title>
      {props.children && <p className="meta">{props.children}</p>}
      {props.action}
    </div>
  );
}

/** Nothing failed: it was not read before the connection went, and comes by itself with the next one. */
export function OfflineState(props: { action: ReactNode; isPage?: boolean }) {
  const words = useWords();
  const Title = props.isPage === true ? "h1" : "b";
  return (
    <div className="empty" aria-live="polite">
      <span className="empty-icon offline">
        <WifiOff />
      </span>
      <Title>{words.needsConnection}</Title>
      <p className="meta">{words.comesWithIt}</p>
      {props.action}
    </div>
  );
}
