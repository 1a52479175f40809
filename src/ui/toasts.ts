export type Toast = {
  id: number;
  kind: "ok" | "bad" | "info";
  text: string;
  /** A second toast with the key of one still shown replaces it. */
  key: string;
  durationMs: number;
};

/** Toasts close themselves after 3000 ms (row U05). */
const DURATION_MS = 3000;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Shows a toast. `key` defaults to the text, so the same text never stands there twice. */
export function showToast(toast: {
  kind: Toast["kind"];
  text: string;
  key?: string;
  durationMs?: number;
}): void {
  const { kind, text, key = text, durationMs = DURATION_MS } = toast;
  const others = toasts.filter((other) => other.key !== key);
  set([...others, { id: nextId++, kind, text, key, durationMs }].slice(-3));
}

export function closeToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
