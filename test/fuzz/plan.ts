/** Generates the requests of a run by number: the same for the same seed and description. */
import type { Operation } from "./description.ts";
import { type Draft, draftOf, OWNERS, type Owner } from "./draft.ts";
import { encode, type Files, queryOf } from "./encode.ts";
import { type Fields, mutateFields } from "./mutate.ts";
import { type Random, randomFrom } from "./random.ts";
import { CALLERS, type Caller, type FuzzRequest, type Kind } from "./request.ts";
import { spoil } from "./spoil/spoil.ts";
import { surfaceDraft } from "./surfaces/surfaces.ts";
import { garbage, trickle } from "./trickle.ts";

export type Plan = Readonly<{
  seed: number;
  operations: readonly Operation[];
  files: Files;
  /** Keeps only the requests whose operation contains this text; null keeps all. */
  only: string | null;
}>;

/** Shares in percent; other malformed HTTP is derived from valid requests. */
const KINDS = { valid: 34, values: 36, form: 22, wire: 5, garbage: 3 } as const;
const PLACES = { api: 66, pages: 13, settings: 5, oauth: 8, uploads: 5, others: 3 } as const;

/** How often an operation is chosen, at most 1: less for statistics, which are alike, and for deletions. */
function weightOf({ method, path }: Operation): number {
  if (method === "DELETE") return 0.2;
  if (path.includes("statistics")) return 0.2;
  return method === "GET" ? 0.5 : 1;
}

/** Request number `index` of the plan; null if `only` excludes it. */
export function requestOf(plan: Plan, index: number): FuzzRequest | null {
  const random = randomFrom(plan.seed, index);
  const kind = random.weighted(KINDS);
  if (kind === "garbage") return plan.only === null ? garbage(random) : null;
  const right = random.chance(0.62);
  const owner: Owner = right ? "mine" : random.weighted(OWNERS);
  const draft = chooseDraft(plan, owner, random);
  if (draft === null) return null;
  const caller = right ? draft.rightful : random.pick(CALLERS);
  const request = requestFrom(draft, caller, kind, plan.files, random);
  return protect(
    kind === "form" ? spoil(request, random) : kind === "wire" ? trickle(request, random) : request,
  );
}

/** With `only`, retries until an operation matches, because some are rare. */
function chooseDraft({ operations, only }: Plan, owner: Owner, random: Random): Draft | null {
  const keeps = (name: string) => only === null || name.includes(only);
  const described = operations.filter(({ name }) => keeps(name));
  for (let attempt = only === null ? 1 : 300; attempt > 0; attempt--) {
    const place = random.weighted(PLACES);
    const draft =
      place !== "api"
        ? surfaceDraft(place, random)
        : described.length > 0
          ? draftOf(pickOperation(described, random), owner, random)
          : null;
    if (draft !== null && keeps(draft.operation)) return draft;
  }
  return null;
}

function pickOperation(operations: readonly Operation[], random: Random): Operation {
  for (;;) {
    const operation = random.pick(operations);
    if (random.chance(weightOf(operation))) return operation;
  }
}

function requestFrom(
  draft: Draft,
  caller: Caller,
  kind: Kind,
  files: Files,
  random: Random,
): FuzzRequest {
  const { query, fields, changes } =
    kind === "values" ? withWrongValues(draft, random) : asIs(draft);
  const { type, body, query: more } = bodyOf(draft, fields, files, random);
  const { operation, method, path } = draft;
  const headers = Object.entries(draft.headers).map(
    ([name, value]) => [name.toLowerCase(), oneLine(value)] as const,
  );
  return {
    operation,
    caller,
    kind,
    changes,
    method,
    version: "1.1",
    body,
    sending: {},
    credentials: credentialsOf(draft, random),
    target: withQuery(path, [queryOf(query), more]),
    headers: type === null ? headers : [...headers, ["content-type", type]],
    pick: random.below(1_000_000),
  };
}

/** `target` with additional query parameters. */
function withQuery(target: string, parts: readonly string[]): string {
  const query = parts.filter((part) => part !== "").join("&");
  return query === "" ? target : `${target}${target.includes("?") ? "&" : "?"}${query}`;
}

type Values = Pick<Draft, "query" | "fields"> & { changes: string[] };

const asIs = ({ query, fields }: Draft): Values => ({ query, fields, changes: [] });

/** Changes one value, sometimes two, of the body or the query. */
function withWrongValues(draft: Draft, random: Random): Values {
  let values = asIs(draft);
  for (let count = random.pick([1, 1, 1, 2]); count > 0; count--) {
    const { fields, query, changes } = values;
    if (fields !== null && random.chance(0.8)) {
      const { value, change } = mutateFields(fields, random);
      values = { query, fields: value, changes: [...changes, `body ${change}`] };
    } else {
      const { value, change } = mutateFields(query, random);
      values = { query: value, fields, changes: [...changes, `query ${change}`] };
    }
  }
  return values;
}

const credentialsOf = ({ credentials }: Draft, random: Random): FuzzRequest["credentials"] =>
  credentials === "cookie" ? "cookie" : random.chance(0.95) ? "header" : "query";

function bodyOf(draft: Draft, fields: Fields | null, files: Files, random: Random) {
  if (draft.body !== undefined) return { type: null, body: draft.body, query: "" };
  if (fields === null || draft.forms.length === 0) return { type: null, body: null, query: "" };
  const hasFile = Object.values(fields).some(
    (value) => value !== null && typeof value === "object" && "filename" in value,
  );
  const form =
    hasFile && draft.forms.includes("multipart") ? "multipart" : random.pick(draft.forms);
  return encode(fields, form, files);
}

const oneLine = (text: unknown): string =>
  Buffer.from(String(text).replace(/[\r\n\0]/g, " ")).toString("latin1");

/**
 * An admin may write everywhere, so redirect admins' writes: records with markers must stay unchanged to reveal leaks.
 */
function protect(request: FuzzRequest): FuzzRequest {
  const reads = request.method === "GET" && request.kind !== "form";
  if (request.caller !== "admin" || reads) return request;
  const change = (text: string) => text.replace(/@@(theirs|any)\./g, "@@mine.");
  const { body } = request;
  return {
    ...request,
    target: change(request.target),
    body: body?.includes("@@") ? Buffer.from(change(body.toString("latin1")), "latin1") : body,
  };
}
