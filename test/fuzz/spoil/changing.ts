/** Helpers that change one part of a request. */
import { bytesOf } from "../encode.ts";
import type { Hostile } from "../hostile.ts";
import type { FuzzRequest } from "../request.ts";

/** A named change of a request's form. */
export type Spoiling = Hostile<(request: FuzzRequest) => FuzzRequest>;

/** Converts a hostile text to a header value of one line, as bytes. */
export const oneLine = (text: string): string =>
  bytesOf(text)
    .toString("latin1")
    .replace(/[\r\n\0]/g, " ")
    .slice(0, 12_000);

export const withHeader =
  (name: string, value: string) =>
  (request: FuzzRequest): FuzzRequest => ({
    ...request,
    headers: [...request.headers, [name, value]],
  });
export const withType =
  (type: string | null) =>
  (request: FuzzRequest): FuzzRequest => ({
    ...request,
    headers: [
      ...request.headers.filter(([name]) => name !== "content-type"),
      ...(type === null ? [] : ([["content-type", type]] as const)),
    ],
  });
export const withBody =
  (change: (body: Buffer) => Buffer) =>
  (request: FuzzRequest): FuzzRequest => ({ ...request, body: change(request.body ?? EMPTY) });
export const withTarget =
  (change: (target: string) => string) =>
  (request: FuzzRequest): FuzzRequest => ({ ...request, target: change(request.target) });

const EMPTY = Buffer.alloc(0);
