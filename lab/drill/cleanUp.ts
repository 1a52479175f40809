type Undo = () => Promise<void> | void;

const open: Undo[] = [];

/**
 * Remembers how to undo something that must not outlive the drill: a process, a mount, a folder. What is
 * returned undoes it; whatever was not undone is when the drill is interrupted, the last first.
 */
export function undoLater(undo: Undo): () => Promise<void> {
  open.push(undo);
  return async () => {
    const place = open.indexOf(undo);
    if (place < 0) return;
    open.splice(place, 1);
    await undo();
  };
}

/** Undoes everything that is still there; one that fails keeps none of the others. */
export async function undoAll(): Promise<void> {
  for (let undo = open.pop(); undo !== undefined; undo = open.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(`While cleaning up: ${String(error)}`);
    }
  }
}
