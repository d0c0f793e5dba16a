/** Makes the form of a request invalid: its target, method, headers, or the encoding of its body. */
import type { Random } from "../random.ts";
import type { FuzzRequest } from "../request.ts";
import { BODIES } from "./bodies.ts";
import { HEADERS } from "./headers.ts";
import { METHOD_CHANGES, TARGETS, VERSIONS } from "./targets.ts";

const GROUPS = {
  header: HEADERS,
  body: BODIES,
  target: TARGETS,
  method: METHOD_CHANGES,
  version: VERSIONS,
};

/** `request` with one error in its form. */
export function spoil(request: FuzzRequest, random: Random): FuzzRequest {
  const group = random.weighted({ header: 40, body: 30, target: 20, method: 7, version: 3 });
  const [change, make] = random.pick(
    group === "body" && request.body === null ? GROUPS.header : GROUPS[group],
  );
  const changed = make(random)(request);
  return { ...changed, kind: "form", changes: [...request.changes, change] };
}
