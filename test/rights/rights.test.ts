/** Tests the rights matrix over HTTP: every registered route with every actor. */
import { beforeAll, expect, test } from "vitest";
import { allRoutes } from "../../src/app.ts";
import { useWorld } from "../setup/world.ts";
import { ACTORS, type Actor, type Stage, setStage } from "./cast.ts";
import { FILES, MATRIX, type Row } from "./matrix.ts";

const world = useWorld();
let stage: Stage;

beforeAll(async () => {
  stage = await setStage(world);
});

/** The expected result: let through, or refused with this status. */
function expected(row: Row, actor: Actor): "through" | number {
  if (row.may === "anyone" || row.may.includes(actor)) return "through";
  if (actor === "nobody") return 401;
  // If a token of the owner is refused, it lacks the scope.
  return actor.startsWith("owner_") ? 403 : (row.refused ?? 403);
}

test("every route has a row, and every row a route", () => {
  const routes = allRoutes(world.deps).map(({ method, path }) => `${method} ${path}`);
  expect([...Object.keys(MATRIX), ...FILES].sort()).toEqual(routes.sort());
});

test.each(Object.entries(MATRIX))("%s", async (name, row) => {
  const [method = ""] = name.split(" ");
  const outcomes: Record<string, string | number> = {};
  const wanted: Record<string, string | number> = {};
  let path: string | null = null;
  for (const actor of ACTORS) {
    path ??= await row.to(stage);
    const { status, error } = await stage.actors[actor].send(method, path, row.send ?? null);
    const through = ![401, 403, 404].includes(status);
    expect(status, `${actor}: ${error?.messages}`).toBeLessThan(500);
    outcomes[actor] = through ? "through" : status;
    wanted[actor] = expected(row, actor);
    // It may have used up or changed the record.
    if (through && method !== "GET") path = null;
  }
  expect(outcomes).toEqual(wanted);
});
