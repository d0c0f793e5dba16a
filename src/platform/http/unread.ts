/** Bounds what answers hold in memory while their readers are slow. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { overLimit } from "../failure.ts";
import type { Limit } from "../limits.ts";
import { CSV_TYPE } from "./csv.ts";

/** Who reads what they ask for never comes near it: an answer leaves it when the system has it. */
export const UNREAD_BYTES: Limit = {
  name: "unread-answer-bytes",
  value: 32 * 2 ** 20,
  unit: "bytes",
  bounds: `Answers above 64 KiB that a user, or an address without a token, has asked for and not read yet.`,
  beyond: "429 `too-many-unread` with `Retry-After`",
};

/** Smaller answers fit into the buffers that a connection has anyway. */
const LARGE_BYTES = 65_536;
/** What the rows of a CSV take that is written while it is read. */
const SHEET_BYTES = 2 ** 19;
const RETRY_SECONDS = "5";

/** Refuses large answers to callers who leave too many of them unread. */
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
    "You have asked for many answers that you have not read. Read them, or close their connections, and try again.",
  );

const callerOf = ({ viewer, ip }: FastifyRequest): string =>
  viewer === null ? `address ${ip}` : `user ${viewer.user_id}`;

function sizeOf(payload: unknown, type: unknown): number {
  if (typeof payload === "string" || Buffer.isBuffer(payload)) return Buffer.byteLength(payload);
  return payload instanceof Readable && type === CSV_TYPE ? SHEET_BYTES : 0;
}
