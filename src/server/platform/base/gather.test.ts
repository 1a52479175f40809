import { expect, onTestFinished, test, vi } from "vitest";
import { gather, IMPATIENT, PATIENT } from "./gather.ts";

/** Calls that end when they are told to, in the order they were made. */
function open(patience = PATIENT) {
  const calls: string[] = [];
  const ends: (() => void)[] = [];
  const ask = gather<string, string>({
    concurrency: 2,
    itemsACall: 10,
    batchSize: 8,
    patience,
    settle: (batch) => {
      calls.push(batch.map(({ item }) => item).join(""));
      return new Promise((resolve) => {
        ends.push(() => {
          for (const { item, resolve: answer } of batch) answer(`${item}!`);
          resolve();
        });
      });
    },
  });
  const end = async (call: number) => {
    ends[call]?.();
    await allRead();
  };
  return { calls, ask, end };
}

/** After what was asked, and what that led to, has been taken up. */
async function allRead(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("a lone question is asked at once, and those of one moment together", async () => {
  const { calls, ask, end } = open();
  const lone = ask("a");
  await allRead();
  expect(calls).toEqual(["a"]);
  await end(0);
  expect(await lone).toBe("a!");
  const three = [ask("b"), ask("c"), ask("d")];
  await allRead();
  await end(1);
  expect(await Promise.all(three)).toEqual(["b!", "c!", "d!"]);
  expect(calls).toEqual(["a", "bcd"]);
});

test("while a call is under way few go together after it, eight in a call beside it", async () => {
  // However slow the machine, nobody has waited for too long: that is another test's.
  const { calls, ask, end } = open({ ...PATIENT, longestMs: 3_600_000 });
  const asked = [ask("a")];
  await allRead();
  for (const item of "bcdefgh") {
    asked.push(ask(item));
    await allRead();
  }
  expect(calls).toEqual(["a"]);
  asked.push(ask("i"));
  await allRead();
  expect(calls).toEqual(["a", "bcdefghi"]);
  // No third call at once, however many wait.
  for (const item of "jklmnopqrstu") asked.push(ask(item));
  await allRead();
  expect(calls).toEqual(["a", "bcdefghi"]);
  await end(0);
  expect(calls).toEqual(["a", "bcdefghi", "jklmnopqrs"]);
  await end(1);
  await end(2);
  expect(calls).toEqual(["a", "bcdefghi", "jklmnopqrs", "tu"]);
  await end(3);
  expect(await Promise.all(asked)).toHaveLength(21);
});

test("many of one moment are shared out among the free calls, eight in each at the least", async () => {
  const { calls, ask, end } = open();
  const sixteen = Array.from("abcdefghijklmnop").map((item) => ask(item));
  await allRead();
  expect(calls).toEqual(["abcdefgh", "ijklmnop"]);
  await end(0);
  await end(1);
  const eighteen = Array.from("abcdefghijklmnopqr").map((item) => ask(item));
  await allRead();
  expect(calls.slice(2)).toEqual(["abcdefghi", "jklmnopqr"]);
  await end(2);
  await end(3);
  // Too few for two calls: nobody is left behind.
  const ten = Array.from("abcdefghij").map((item) => ask(item));
  await allRead();
  expect(calls.slice(4)).toEqual(["abcdefghij"]);
  await end(4);
  expect(await Promise.all([...sixteen, ...eighteen, ...ten])).toHaveLength(44);
});

test("nobody waits long for a call that does not end, not even alone", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { calls, ask, end } = open();
  const stuck = ask("a");
  await allRead();
  const second = ask("b");
  await allRead();
  vi.advanceTimersByTime(PATIENT.longestMs - 1);
  expect(calls).toEqual(["a"]);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(["a", "b"]);
  await end(1);
  expect(await second).toBe("b!");
  // The next one waits anew.
  const third = ask("c");
  await allRead();
  vi.advanceTimersByTime(PATIENT.longestMs - 1);
  expect(calls).toEqual(["a", "b"]);
  vi.advanceTimersByTime(1);
  await end(2);
  await end(0);
  expect(await Promise.all([stuck, third])).toEqual(["a!", "c!"]);
});

test("what waits for a call goes when it ends, and eight more go beside it", async () => {
  const { calls, ask, end } = open();
  const first = ask("a");
  await allRead();
  const next = [ask("b"), ask("c")];
  await allRead();
  expect(calls).toEqual(["a"]);
  await end(0);
  expect(calls).toEqual(["a", "bc"]);
  // While two wait for that call, eight more do not.
  const many = Array.from("defghijk").map((item) => ask(item));
  await allRead();
  expect(calls).toEqual(["a", "bc", "defghijk"]);
  await end(2);
  await end(1);
  expect(await Promise.all([first, ...next, ...many])).toHaveLength(11);
});

test("after a call that several shared, the first to come again waits for the others for two turns", async () => {
  const { calls, ask, end } = open();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const both = [ask("a"), ask("b")];
  await allRead();
  await end(0);
  const again = [ask("a")];
  await turn();
  await turn();
  again.push(ask("b"));
  await allRead();
  expect(calls).toEqual(["ab", "ab"]);
  await end(1);
  // Nobody comes: it goes alone, and after it a lone one waits for nothing.
  const lone = ask("c");
  await allRead();
  expect(calls).toEqual(["ab", "ab", "c"]);
  await end(2);
  const next = ask("d");
  await turn();
  expect(calls).toEqual(["ab", "ab", "c", "d"]);
  await end(3);
  expect(await Promise.all([...both, ...again, lone, next])).toHaveLength(6);
});

test("without patience a question goes beside the call under way, the first to come again too", async () => {
  const { calls, ask, end } = open(IMPATIENT);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const asked = [ask("a"), ask("b")];
  await allRead();
  asked.push(ask("c"));
  await turn();
  expect(calls).toEqual(["ab", "c"]);
  await end(0);
  asked.push(ask("d"));
  await turn();
  expect(calls).toEqual(["ab", "c", "d"]);
  await end(1);
  await end(2);
  expect(await Promise.all(asked)).toHaveLength(4);
});
