/** Limits the memory held by responses that their clients read slowly. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { overLimit } from "../failure.ts";
import type { Limit } from "../limits.ts";
import { CSV_TYPE } from "./csv.ts";

/** Clients that read what they request stay far below it: a response counts until the system has taken it. */
export const UNREAD_BYTES: Limit = {
  name: "unread-answer-bytes",
  value: 32 * 2 ** 20,
  unit: "bytes",
  bounds: `Responses above 64 KiB that a user, or an address without a token, has requested and not read yet.`,
  beyond: "429 `too-many-unread` with `Retry-After`",
};

/** Smaller responses fit into the buffers that a connection has anyway. */
const LARGE_BYTES = 65_536;
/** Memory taken by the rows of a CSV that is generated while it is read. */
const SHEET_BYTES = 2 ** 19;
const RETRY_SECONDS = "5";

/** Refuses large responses to callers with too many unread ones. */
export function boundUnread(app: FastifyInstance): void {
  const unread = new Map<string, number>();
  const add = (caller: string, bytes: number): void => {
    const sum = (unread.get(caller) ?? 0) + bytes;
    if (sum === 0) unread.delete(caller);
    else unread.set(caller, sum);
  };
  app.addHook("onSend", (request, reply, payload, done) => {
    const bytes = sizeOf(payload, reply.getHeader("content-type"));
    if (bytes < LARGE_BYTES || request.method === "HEAD") return done(null, payload);
    const caller = callerOf(request);
    if ((unread.get(caller) ?? 0) + bytes > UNREAD_BYTES.value) {
      if (payload instanceof Readable) payload.destroy();
      for (const name of ["etag", "content-disposition"]) reply.removeHeader(name);
      reply.header("retry-after", RETRY_SECONDS);
      return done(tooMany());
    }
    add(caller, bytes);
    reply.raw.once("close", () => add(caller, -bytes));
    done(null, payload);
  });
}

const tooMany = () =>
  overLimit(
    UNREAD_BYTES,
    "too-many",
    "too-many-unread",
    "You have too many unread responses. Read them or close their connections, then try again.",
  );

const callerOf = ({ caller, ip }: FastifyRequest): string =>
  caller === null ? `address ${ip}` : `user ${caller.user_id}`;

function sizeOf(payload: unknown, type: unknown): number {
  if (typeof payload === "string" || Buffer.isBuffer(payload)) return Buffer.byteLength(payload);
  return payload instanceof Readable && type === CSV_TYPE ? SHEET_BYTES : 0;
}
