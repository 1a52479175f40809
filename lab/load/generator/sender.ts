import type { Call } from "#lab/load/profile.ts";
import { type Answer, openLine } from "./httpLine.ts";
import { type Make, requestsTo } from "./requests.ts";
import type { Tally } from "./tally.ts";

export type Sender = ReturnType<typeof openSender>;

/** Sends calls to the API processes in turn and counts what becomes of them. */
export function openSender(ports: readonly number[], tally: Tally) {
  const lines = ports.map((port) => ({
    line: openLine(port),
    make: requestsTo(`127.0.0.1:${port}`),
  }));
  const [first] = lines;
  if (first === undefined) throw new Error("no API process");
  let turn = 0;
  let underWay = 0;
  let onAnswer: (() => void) | undefined;
  return {
    /** The answer, once it is there; its duration runs from `dueAt`. */
    send: async (dueAt: number, call: Call, bytesOf: (make: Make) => Buffer): Promise<Answer> => {
      const { line, make } = lines[turn++ % lines.length] ?? first;
      underWay += 1;
      const answer = await line.send(bytesOf(make));
      underWay -= 1;
      onAnswer?.();
      if (answer.status === 200) tally.answered(call, performance.now() - dueAt);
      else tally.failed(call, reasonOf(answer));
      return answer;
    },
    /** One call that is no part of the load. */
    ask: (bytesOf: (make: Make) => Buffer): Promise<Answer> => first.line.send(bytesOf(first.make)),
    underWay: () => underWay,
    /** Resolves with the next answer to any call. */
    untilAnswered: (): Promise<void> =>
      new Promise((resolve) => {
        onAnswer = resolve;
      }),
    waiting: () => lines.reduce((sum, { line }) => sum + line.waiting(), 0),
    connections: () => lines.reduce((sum, { line }) => sum + line.connections(), 0),
    close: () => lines.forEach(({ line }) => line.close()),
  };
}

function reasonOf({ status, body }: Answer): string {
  if (status === 0) return body;
  const [, code = ""] = /"code":"(\w+)"/.exec(body) ?? [];
  return `${status} ${code}`.trim();
}
