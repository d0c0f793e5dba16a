/** The options of the HTTP server. */
import type { Logger } from "pino";
import type { Database } from "../db/database.ts";
import type { Reads } from "../db/replica/reads.ts";
import type { Room } from "../storage/room.ts";
import type { TrustProxy } from "./address.ts";
import type { FastPath } from "./fastpath.ts";
import type { Windows } from "./ratelimit.ts";
import type { ResponseCache } from "./responsecache.ts";
import type { Caller } from "./route.ts";
import type { ConnectionLimits } from "./wire.ts";

export type HttpOptions = Readonly<{
  /** The fast paths, which run before the router, in this order. */
  fastPaths?: readonly FastPath[];
  /** Keeps responses until a record changes; without it none is kept. */
  responses?: ResponseCache;
  db: Database;
  /** Where routes and pages that declare it read; without it from `db`. */
  reads?: Reads;
  log: Logger;
  clock: () => Date;
  /** Uploads are streamed here; on the media store's file system, so that storing one is a hard link. */
  tmpDir: string;
  /** Reserves space for uploads; without it no space is reserved. */
  room?: Room;
  publicUrl: string | null;
  /** Whose `X-Forwarded-*` headers are trusted. */
  trustProxy: TrustProxy;
  budgets: ConnectionLimits;
  /** Requests per minute for an address without a token; 0 turns the limit off. */
  rateLimit: number;
  /** Where requests are charged; without it, this process keeps windows of its own. */
  windows?: Windows;
  /** The caller that a token belongs to, or null if it is unknown, expired or revoked. */
  authenticate(token: string): Promise<Caller | null>;
}>;
