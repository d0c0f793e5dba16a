/** Tests that keys never change: a server updated in the middle of a day must not count anybody twice. */
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { keyedHash } from "./hmac.ts";

const bytes = (maxLength: number) => fc.uint8Array({ minLength: 1, maxLength });
const text = fc.oneof(fc.string(), fc.string({ unit: "grapheme", minLength: 700, maxLength: 900 }));

test("it equals the HMAC-SHA-256 of node:crypto, for short and long texts", () => {
  fc.assert(
    fc.property(
      bytes(64),
      bytes(16),
      fc.array(text, { minLength: 1, maxLength: 4 }),
      (key, network, texts) => {
        const hashOf = keyedHash(key);
        for (const one of texts) {
          const wanted = createHmac("sha256", key).update(Buffer.of(network.length));
          wanted.update(network).update(one);
          expect(hashOf(network, one)).toBe(wanted.digest("hex"));
        }
      },
    ),
  );
});
