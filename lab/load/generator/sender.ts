import type { Call } from "#lab/load/profile.ts";
import { type Answer, openLine } from "./httpLine.ts";
import type { Request } from "./requests.ts";
import type { Tally } from "./tally.ts";

export type Sender = ReturnType<typeof openSender>;

/** Sends calls to the API processes in turn and counts what becomes of them. */
export function openSender(ports: readonly number[], tally: Tally) {
  const lines = ports.map((port) => openLine(port));
  const [first] = lines;
  if (first === undefined) throw new Error("no API process");
  let turn = 0;
  let underWay = 0;
  let onAnswer: (() => void) | undefined;
  return {
    /** The answer, once it is there; its duration runs from `dueAt`. */
    send: async (dueAt: number, call: Call, request: Request): Promise<Answer> => {
      const line = lines[turn++ % lines.length] ?? first;
      underWay += 1;
      const answer = await line.send(request);
      underWay -= 1;
      onAnswer?.();
      if (answer.status === 200) tally.answered(call, performance.now() - dueAt);
      else tally.failed(call, reasonOf(answer));
      return answer;
    },
    /** One call that is no part of the load. */
    ask: (request: Request): Promise<Answer> => first.send(request),
    underWay: () => underWay,
    /** Resolves with the next answer to any call. */
    untilAnswered: (): Promise<void> =>
      new Promise((resolve) => {
        onAnswer = resolve;
      }),
    waiting: () => lines.reduce((sum, line) => sum + line.waiting(), 0),
    connections: () => lines.reduce((sum, line) => sum + line.connections(), 0),
    close: () => lines.forEach((line) => line.close()),
  };
}

function reasonOf({ status, body }: Answer): string {
  if (status === 0) return body;
  const [, code = ""] = /"code":"(\w+)"/.exec(body) ?? [];
  return `${status} ${code}`.trim();
}
