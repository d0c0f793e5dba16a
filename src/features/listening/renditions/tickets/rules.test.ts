/** Tickets are read as they were signed, and every other text is refused. */
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isOfAgent, isOtherFamily, readTicket, signTicket } from "./rules.ts";

const DAY = 86_400_000;
const secret = randomBytes(32);
const digest = "ab".repeat(32);
const address = fc.oneof(fc.ipV4(), fc.ipV6());
const listener = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes));
const moment = fc.integer({ min: 0, max: 4e12 });
const who = fc.record({ listener, address, user_agent: fc.string() });

test("a ticket names the listener on its day and the next, to its secret and rendition only", () => {
  fc.assert(
    fc.property(who, moment, fc.integer({ min: -3, max: 200 }), (one, at, days) => {
      const ticket = signTicket(secret, digest, one, at);
      expect(ticket).toMatch(/^[\w-]{42}$/);
      const named = readTicket(secret, digest, ticket, at + days * DAY);
      const isInTime = days === 0 || days === 1;
      expect(named?.listener).toBe(isInTime ? one.listener.toString("hex") : undefined);
      expect(named !== null && isOfAgent(named, one.user_agent)).toBe(isInTime);
      expect(readTicket(secret, "cd".repeat(32), ticket, at)).toBeNull();
      expect(readTicket(randomBytes(32), digest, ticket, at)).toBeNull();
    }),
  );
});

test("a changed ticket is refused, and so is any text", () => {
  fc.assert(
    fc.property(who, moment, fc.nat({ max: 247 }), fc.string(), (one, at, bit, text) => {
      const ticket = signTicket(secret, digest, one, at);
      const bytes = Buffer.from(ticket, "base64url");
      const place = bit >> 3;
      bytes[place] = (bytes[place] ?? 0) ^ (1 << (bit & 7));
      expect(readTicket(secret, digest, bytes.toString("base64url"), at)).toBeNull();
      expect(readTicket(secret, digest, text, at)).toBeNull();
      expect(readTicket(secret, digest, `${ticket}=`, at)).toBeNull();
    }),
  );
});

test("it shows which kind of address it was made for, and nothing else of it", () => {
  const of = (one: string, two: string) =>
    isOtherFamily(
      signTicket(secret, digest, { listener: randomBytes(16), address: one, user_agent: "" }, 0),
      two,
    );
  expect(of("203.0.113.7", "198.51.100.1")).toBe(false);
  expect(of("203.0.113.7", "::ffff:198.51.100.1")).toBe(false);
  expect(of("203.0.113.7", "2001:db8::1")).toBe(true);
  expect(of("2001:db8::1", "203.0.113.7")).toBe(true);
  expect(of("2001:db8::1", "2001:db8::2")).toBe(false);
  expect(isOtherFamily("", "2001:db8::2")).toBe(false);
});
