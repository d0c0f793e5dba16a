/** The ways to change one part of a request, for what spoils it. */
import { bytesOf } from "../encode.ts";
import type { Hostile } from "../hostile.ts";
import type { FuzzRequest } from "../request.ts";

/** A change of a request's form, by the name that reports give it. */
export type Spoiling = Hostile<(request: FuzzRequest) => FuzzRequest>;

/** A header value of one line, as bytes: what hostile texts are made into. */
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
