/** ETags, If-None-Match and If-Match (RFC 9110 §8.8, §13.1; contract §1, Caching). */
import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import type { IfMatch } from "./route.ts";

/**
 * A strong validator of `body`. If the response is about one record, the tag starts with the record's revision, so that
 * `If-Match` does not fail when only a count has changed.
 */
export function etagOf(body: string | Buffer, revision: number | null = null): string {
  const digest = hash("sha1", body, "base64url");
  return revision === null ? `"${digest}"` : `"${revision}.${digest}"`;
}

/**
 * Sends `body` with its ETag, or 304 without a body if the caller sent that ETag. `reply` already has its other
 * headers: both responses carry them (RFC 9110 §15.4.5).
 */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  etag: string = etagOf(body),
): FastifyReply {
  reply.header("etag", etag);
  if (!noneMatch(request.headers["if-none-match"], etag)) return reply.send(body);
  reply.code(304);
  // For HEAD, Fastify derives Content-Length from the payload: it must be that of the 200 (RFC 9110 §8.6).
  if (request.method === "HEAD") return reply.send(body);
  return reply.removeHeader("content-type").send();
}

/** Whether `If-None-Match` contains `etag`; weak comparison, as the RFC requires. */
export function noneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || tagsOf(header).some((tag) => tag.replace(/^W\//, "") === etag);
}

/** Whether `If-Match` contains `etag`; strong comparison: a weak tag never matches. */
export const strongMatch = (header: string, etag: string): boolean =>
  header.trim() === "*" || tagsOf(header).includes(etag);

/** The revisions in `If-Match`. A weak tag, or one that Longwave did not create, matches nothing. */
export function parseIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return null;
  if (header.trim() === "*") return "any";
  return tagsOf(header)
    .map((tag) => Number(/^"(\d+)\.[\w-]{27}"$/.exec(tag)?.[1]))
    .filter(Number.isSafeInteger);
}

const tagsOf = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? [];

/** Whether a write that was sent with `ifMatch` may change the record of this revision. */
export const isCurrent = (ifMatch: IfMatch, revision: number): boolean =>
  ifMatch === null || ifMatch === "any" || ifMatch.includes(revision);

/** Refuses a write against a record that has changed since the caller read it (412). */
export function requireRevision(ifMatch: IfMatch, revision: number): void {
  if (isCurrent(ifMatch, revision)) return;
  throw new Failure("stale", "stale-record", "The record has changed since you read it.");
}
