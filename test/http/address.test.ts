/** Tests that the fast path and the router agree on the client address. */
import type { FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import type { FastPath } from "../../src/platform/http/fastpath.ts";
import { anyone, rawRoute } from "../../src/platform/http/route.ts";
import { useServer } from "./harness.ts";

const fastPath: FastPath = {
  prefix: "/quick/",
  serve(request, response, head, addressOf) {
    response.writeHead(200, [...head, "content-type", "text/plain"]).end(addressOf(request));
    return Promise.resolve("/quick/:name");
  },
};
const route = (path: string) =>
  rawRoute({
    method: "GET",
    path,
    tag: "Files",
    operationId: "getThing",
    summary: "A file",
    access: anyone,
    contentType: "text/plain",
    handle: ({ request, reply }) => reply.type("text/plain").send((request as FastifyRequest).ip),
  });

const FORWARDED = [
  undefined,
  "203.0.113.7",
  "203.0.113.7, 10.0.0.9",
  "203.0.113.7,198.51.100.1 , 127.0.0.1",
  "2001:db8::1, ::1",
  "nonsense, 10.1.2.3",
  "::ffff:10.0.0.8, 10.2.0.1",
  "",
  "203.0.113.7,, ",
];

describe.each([false, true, 1, 2, 9, "loopback", "127.0.0.1, 10.0.0.0/8", "10.0.0.0/8"])(
  "trusted proxies: %s",
  (trustProxy) => {
    const routes = [route("/quick/:name"), route("/slow")];
    const server = useServer(routes, { fastPaths: [fastPath], trustProxy });

    test("the fast path and the router see the same address", async () => {
      const told = new Set<string>();
      for (const forwarded of FORWARDED) {
        const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
        const [quick, slow] = await Promise.all(
          ["/quick/a", "/slow"].map((path) => server.api.get(path, { headers })),
        );
        expect(quick?.text, `${forwarded}`).toBe(slow?.text);
        told.add(quick?.text ?? "");
      }
      const believed = trustProxy !== false && trustProxy !== "10.0.0.0/8";
      expect(told.size > 1).toBe(believed);
    });
  },
);
