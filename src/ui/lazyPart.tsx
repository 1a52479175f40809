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
import { ErrorState, OfflineState } from "./EmptyState.tsx";
import { fetchLostSheets } from "./lostSheets.ts";
import { useIsOnline } from "./online.ts";
import { useWords } from "./words.tsx";

type Around = ComponentType<{ children: ReactNode }>;

/** When the connection is back. */
const TRIES = 3;
const TRY_AFTER_MS = 500;

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
 * with the connection. What fails while it is drawn goes on to whoever catches it.
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
    const tries = triesLeft ?? 0;
    return (
      <Around>
        <CannotLoad
          isPage={isPage}
          isTriedAgain={tries > 0}
          onOffline={() => this.setState({ triesLeft: TRIES })}
          onBack={() => {
            this.setState({ triesLeft: tries - 1 });
            this.again();
          }}
          // What a browser keeps of a script that it could not have, only another document forgets.
          onAgain={() => (isPage && triesLeft === 0 ? location.reload() : this.again())}
        />
      </Around>
    );
  }
}

function CannotLoad(props: {
  isPage: boolean;
  isTriedAgain: boolean;
  onOffline: () => void;
  onBack: () => void;
  onAgain: () => void;
}) {
  const { isPage, isTriedAgain, onAgain } = props;
  const words = useWords();
  const isOnline = useIsOnline();
  const onOffline = useEffectEvent(props.onOffline);
  const onBack = useEffectEvent(props.onBack);
  useEffect(() => {
    if (!isOnline) return onOffline();
    if (!isTriedAgain) return;
    const timer = setTimeout(onBack, TRY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOnline, isTriedAgain]);
  const action = (
    <Button small onClick={onAgain}>
      {words.tryAgain}
    </Button>
  );
  if (!isOnline || isTriedAgain) return <OfflineState isPage={isPage} action={action} />;
  return (
    <ErrorState title={words.partMissing} isPage={isPage} action={action}>
      {words.partMissingWhy}
    </ErrorState>
  );
}
