import type { Plan } from "#lab/load/plan.ts";
import { openSocket, type SocketLine } from "./socketLine.ts";
import type { Seated } from "./members.ts";
import type { Tally } from "./tally.ts";

const AGAIN_AFTER_MS = 3000;

/**
 * One socket for each member on line, opened again when it ends though nobody closed it, as the portal
 * does. Counts how many are connected and how late bells ring.
 */
export function keepSockets(plan: Plan, tally: Tally) {
  const open: (SocketLine | undefined)[] = [];
  const turns: number[] = [];
  let connected = 0;
  let turn = 0;
  let isClosed = false;
  let heard = 0;

  function take(seat: number, who: Seated, onFirst?: () => void): void {
    open[seat]?.close();
    const mine = (turns[seat] ?? 0) + 1;
    turns[seat] = mine;
    let isConnected = false;
    const { person, token, cookie } = who;
    const port = plan.ports[turn++ % plan.ports.length] ?? 0;
    open[seat] = openSocket(
      { port, token, cookie, guid: person.guid, source: person.source },
      {
        onOpen: () => {
          isConnected = true;
          connected += 1;
          onFirst?.();
        },
        onEvent: (name, content) => {
          if (name !== "notification") return;
          heard += 1;
          const { date } = content as { date: string };
          tally.bell(Date.now() - Date.parse(date));
        },
        onClose: (why) => {
          if (isConnected) connected -= 1;
          else onFirst?.();
          if (isClosed || turns[seat] !== mine) return;
          tally.socketLost(why);
          setTimeout(() => {
            if (!isClosed && turns[seat] === mine) take(seat, who);
          }, AGAIN_AFTER_MS).unref();
        },
      },
    );
  }
  return {
    /** Closes the socket of the seat's former member and opens one for the new. */
    take,
    connected: () => connected,
    heard: () => heard,
    /** Opens all, so many at once; resolves when each was connected or refused. */
    openAll: async (seats: readonly Seated[], atOnce: number): Promise<void> => {
      let next = 0;
      const openNext = (): Promise<void> => {
        const seat = next++;
        const who = seats[seat];
        if (who === undefined) return Promise.resolve();
        return new Promise<void>((resolve) => take(seat, who, resolve)).then(openNext);
      };
      await Promise.all(Array.from({ length: atOnce }, openNext));
    },
    close: () => {
      isClosed = true;
      for (const socket of open) socket?.close();
    },
  };
}
