import {
  Component,
  type ComponentType,
  Fragment,
  lazy,
  type ReactNode,
  useEffect,
  useEffectEvent,
} from "react";
import { Button } from "./Button.tsx";
import { browserNow } from "./clock.ts";
import { ErrorState, OfflineState } from "./EmptyState.tsx";
import { fetchLostSheets } from "./lostSheets.ts";
import { hasBeenOffline, useIsOnline } from "./online.ts";
import { isAnythingTyped } from "./typedIn.ts";
import { useWords } from "./words.tsx";

type Around = ComponentType<{ children: ReactNode }>;

/** When the connection is back: how long is waited before each try, until the network has settled. */
const PAUSES_MS = [500, 1000, 2000];
const TRIES = PAUSES_MS.length;
/** Where and when the whole document was loaded anew for a part: there it is not again before some time. */
const LOADED_ANEW = "loadedAnew";
const NOT_AGAIN_WITHIN_MS = 30_000;

/** How a part that could not be fetched is told from one that failed while drawing. */
const missing = new WeakSet<object>();

/** As lazyPart, of a whole page; `around` is the frame that the page brings along. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { around = Fragment }: { around?: Around } = {},
): ComponentType<Props> {
  return lazyPart(load, { around, isPage: true });
}

/**
 * A part of the page whose code is fetched when it is first drawn. Where that fails, its place says so and offers
 * to fetch it again, and everything around it stays as it is; without a connection it says that, and the part comes
 * with the connection. What the browser will not fetch a second time comes with the whole document, unless something
 * was typed in it. What fails while it is drawn goes on to whoever catches it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  look: { around: Around; isPage: boolean } = { around: Fragment, isPage: false },
): ComponentType<Props> {
  const fetching = () =>
    lazy(async () => {
      try {
        await fetchLostSheets();
        return { default: await load() };
      } catch (cause) {
        const error = new Error("a part of the page could not be fetched", { cause });
        missing.add(error);
        throw error;
      }
    });
  // React keeps what one came to, also a failure.
  let Latest = fetching();
  const renew = () => {
    Latest = fetching();
  };
  const Fetched = (props: Props) => <Latest {...props} />;
  return (props) => (
    <MissingPart {...look} onRenew={renew}>
      <Fetched {...props} />
    </MissingPart>
  );
}

type Place = { around: Around; isPage: boolean; onRenew: () => void; children: ReactNode };

/** How often it is still asked for by itself: what is asked for as a connection comes may fail with the one before. */
type Found = { error: unknown; triesLeft: number | undefined };

// React has no other way than a class to catch what is thrown while drawing.
class MissingPart extends Component<Place, Found> {
  override state: Found = { error: undefined, triesLeft: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  again() {
    this.props.onRenew();
    this.setState({ error: undefined });
  }

  override componentWillUnmount() {
    // Whoever comes back has it fetched again.
    if (this.state.error !== undefined) this.props.onRenew();
  }

  override render() {
    const { error, triesLeft } = this.state;
    if (error === undefined) return this.props.children;
    if (typeof error !== "object" || error === null || !missing.has(error)) throw error;
    const { around: Around, isPage } = this.props;
    // What waited for the connection itself fails only once it is back.
    const tries = triesLeft ?? (hasBeenOffline() ? TRIES : 0);
    return (
      <Around>
        <CannotLoad
          isPage={isPage}
          triesLeft={tries}
          onOffline={() => this.setState({ triesLeft: TRIES })}
          onBack={() => {
            this.setState({ triesLeft: tries - 1 });
            this.again();
          }}
          // What a browser keeps of a script that it could not have, only another document forgets.
          onSpent={() => (triesLeft === 0 ? loadAnew() : undefined)}
          onAgain={() =>
            triesLeft === 0 && (isPage || !isAnythingTyped()) ? location.reload() : this.again()
          }
        />
      </Around>
    );
  }
}

function CannotLoad(props: {
  isPage: boolean;
  triesLeft: number;
  onOffline: () => void;
  onBack: () => void;
  /** No try is left. Answers how to stop what follows. */
  onSpent: () => (() => void) | undefined;
  onAgain: () => void;
}) {
  const { isPage, triesLeft, onAgain } = props;
  const words = useWords();
  const isOnline = useIsOnline();
  const onOffline = useEffectEvent(props.onOffline);
  const onBack = useEffectEvent(props.onBack);
  const onSpent = useEffectEvent(props.onSpent);
  useEffect(() => {
    if (!isOnline) return onOffline();
    if (triesLeft === 0) return onSpent();
    const timer = setTimeout(onBack, PAUSES_MS[TRIES - triesLeft]);
    return () => clearTimeout(timer);
  }, [isOnline, triesLeft]);
  const action = (
    <Button small onClick={onAgain}>
      {words.tryAgain}
    </Button>
  );
  if (!isOnline || triesLeft > 0) return <OfflineState isPage={isPage} action={action} />;
  return (
    <ErrorState title={words.partMissing} isPage={isPage} action={action}>
      {words.partMissingWhy}
    </ErrorState>
  );
}

/** Loads the whole document anew where nothing is lost by it, and never in quick succession. Answers how to stop it. */
function loadAnew(): () => void {
  const { pathname } = location;
  const [before, at] = (sessionStorage.getItem(LOADED_ANEW) ?? "").split(" ");
  const waits = before === pathname ? Number(at) + NOT_AGAIN_WITHIN_MS - browserNow() : 0;
  const timer = setTimeout(() => {
    if (isAnythingTyped()) return;
    sessionStorage.setItem(LOADED_ANEW, `${pathname} ${browserNow()}`);
    location.reload();
  }, waits);
  return () => clearTimeout(timer);
}
