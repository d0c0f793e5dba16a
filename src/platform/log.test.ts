/** Tests what the log omits: URLs of feeds and pixels, and the data that drivers attach to errors. */
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "./log.ts";

function recording() {
  const lines: string[] = [];
  const log = createLog("debug", { write: (line: string) => void lines.push(line) });
  return { log, lines };
}

test("URLs are logged as their hosts, wherever they are in a line", () => {
  const { log, lines } = recording();
  const secret = "https://ada:p4ss@feeds.example:8443/private/s3cret.xml?key=s3cret#s3cret";
  log.warn({ reason: `${secret} cannot be fetched: it is gone` }, "left out");
  log.error({ error: new Error(`no answer of ${secret}`, { cause: new Error(secret) }) }, "failed");
  log.error(new Error("smtp://ada:p4ss@mail.example refuses"), "failed");
  log.info(`(see https://docs.example/s3cret), or "https://other.example/s3cret"`);
  const text = lines.join("");
  expect(text).not.toMatch(/s3cret|p4ss/);
  expect(text).toContain("https://feeds.example:8443/… cannot be fetched: it is gone");
  expect(text).toContain("smtp://mail.example refuses");
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
});

test("an error is logged with its stack, but without the properties that its library added", () => {
  const { log, lines } = recording();
  const error = Object.assign(new Error("duplicate key"), {
    code: "23505",
    constraint: "users_email_key",
    detail: "Key (email)=(ada@example.org) already exists.",
    parameters: ["ada@example.org"],
  });
  for (const entry of [error, { err: error }, { error }]) log.error(entry, "failed");
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).not.toContain("ada@example.org");
    expect(line).toContain("users_email_key");
    expect(line).toContain("log.test.ts");
  }
});

test("lines that repeat a warning are counted instead of written, and other lines are not affected", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { log, lines } = recording();
  const away = Object.assign(new Error("no answer"), { code: "ECONNREFUSED" });
  for (let times = 0; times < 1000; times += 1) {
    log.child({ request_id: String(times) }).warn({ err: away }, "request refused");
    log.info("request");
  }
  log.warn({ err: new Error("another cause") }, "request refused");
  const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(lines).toHaveLength(1000 + 5 + 1);
  vi.advanceTimersByTime(60_000);
  expect(warnings().slice(6)).toMatchObject([{ repeated: 995, msg: "request refused" }]);
  // What goes on has been said: once is enough.
  for (let times = 0; times < 10; times += 1) log.warn({ err: away }, "request refused");
  expect(warnings()).toHaveLength(8);
  vi.advanceTimersByTime(60_000);
  expect(warnings().slice(8)).toMatchObject([{ repeated: 9, msg: "request refused" }]);
  // After a quiet minute it is news again.
  vi.advanceTimersByTime(120_000);
  for (let times = 0; times < 10; times += 1) log.warn({ err: away }, "request refused");
  expect(warnings()).toHaveLength(9 + 5);
});
