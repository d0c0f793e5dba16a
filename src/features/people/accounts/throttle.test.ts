/** Throttling of password guesses: it slows down the guesser and nobody else. */
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { createSurfer, type Sight } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { countAt, THROTTLES, waitOf } from "./rules.ts";

const world = useWorld({ TRUST_PROXY: "true" });
const PASSWORD = "correct horse";

afterEach(() => world.setTime(null));

async function guess(login: string, password: string, address: string): Promise<Sight> {
  const browser = createSurfer(world.baseUrl, { "x-forwarded-for": address });
  await browser.open("/sign-in");
  return browser.submit({ login, password });
}

test("guesses from one address are soon rejected; the owner can sign in from elsewhere", async () => {
  const { username } = await world.person();
  world.setTime(new Date());
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1)
    statuses.push((await guess(username, `wrong ${n}`, "198.51.100.7")).status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  const refused = await guess(username, PASSWORD, "198.51.100.7");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.text).toContain("Too many attempts. Try again in");
  expect((await guess(username, PASSWORD, "203.0.113.5")).url.pathname).toBe("/");
});

test("an address that guesses at many accounts is throttled for all, with its whole /64", async () => {
  const { username } = await world.person();
  world.setTime(new Date());
  const statuses: number[] = [];
  for (let n = 0; n < 22; n += 1)
    statuses.push((await guess(`nobody_${n}`, "wrong", `2001:db8:1:2::${n}`)).status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  expect((await guess(username, PASSWORD, "2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await guess(username, PASSWORD, "2001:db8:1:3::1")).url.pathname).toBe("/");
});

test("a hundred concurrent guesses are counted one by one", async () => {
  const { username } = await world.person();
  world.setTime(new Date());
  const all = await Promise.all(
    Array.from({ length: 100 }, (_, n) => guess(username, `wrong ${n}`, "198.51.100.8")),
  );
  expect(all.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(all.filter(({ status }) => status === 429)).toHaveLength(95);
});

test("attempts are forgiven with time, and by the right password", async () => {
  const { username } = await world.person();
  const start = Date.now();
  world.setTime(new Date(start));
  for (let n = 0; n < 6; n += 1) await guess(username, "wrong", "198.51.100.9");
  expect((await guess(username, PASSWORD, "198.51.100.9")).status).toBe(429);
  world.setTime(new Date(start + 2000));
  expect((await guess(username, PASSWORD, "198.51.100.9")).url.pathname).toBe("/");
  expect((await guess(username, "wrong", "198.51.100.9")).status).toBe(400);
  expect((await guess(username, "wrong", "198.51.100.9")).status).toBe(400);
});

test("waits do not reveal which e-mail address belongs to which username", async () => {
  const { username } = await world.person();
  world.setTime(new Date());
  const address = "198.51.100.40";
  for (let n = 0; n < 6; n += 1) await guess(username, "wrong", address);
  expect((await guess(username, "wrong", address)).status).toBe(429);
  expect((await guess(`${username}@example.org`, "wrong", address)).status).toBe(400);
  expect((await guess("somebody@example.org", "wrong", address)).status).toBe(400);
});

test("an unknown account and a wrong password get the same response", async () => {
  const { username } = await world.person();
  const told = (sight: Sight) => /id="password-error">([^<]+)/.exec(sight.text)?.[1];
  const wrong = await guess(username, "wrong", "198.51.100.20");
  const unknown = await guess("nobody_at_all", "wrong", "198.51.100.21");
  expect(wrong.status).toBe(unknown.status);
  expect(told(wrong)).toBe(told(unknown));
});

test("sign-ups are throttled by address", async () => {
  world.setTime(new Date());
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const browser = createSurfer(world.baseUrl, { "x-forwarded-for": "198.51.100.30" });
    await browser.open("/sign-up");
    const fields = { username: `bulk_${n}`, fullname: "Bulk", email: `bulk_${n}@example.org` };
    statuses.push((await browser.submit({ ...fields, password: PASSWORD })).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

test("waits grow with the count up to their maximum, and end", () => {
  const limit = THROTTLES["sign-ins-to-account"];
  const last_at = new Date(0);
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), fc.nat(10 ** 8), (count, more, elapsed) => {
      const now = new Date(elapsed);
      const wait = waitOf(limit, { count, last_at }, now);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(limit.maxWaitMs);
      expect(waitOf(limit, { count: count + more, last_at }, now)).toBeGreaterThanOrEqual(wait);
      expect(waitOf(limit, { count, last_at }, new Date(elapsed + wait))).toBe(0);
      expect(countAt(limit, { count, last_at }, now)).toBeLessThanOrEqual(count);
    }),
    { seed: 7, numRuns: 300 },
  );
});
