/** Users and tokens over HTTP. */
import { expect, test } from "vitest";
import { useWorld } from "../../../../test/setup/world.ts";
import { createToken, endToken } from "./actions.ts";

const world = useWorld();

test("a user is public, by id, by username and as me", async () => {
  const ada = await world.person({ username: "ada" });
  for (const key of [ada.user_id, "ada"]) {
    const { status, response } = await world.api.get(`/v2/users/${key}`);
    expect(status).toBe(200);
    expect(response.user).toMatchObject({
      user_id: ada.user_id,
      username: "ada",
      kind: "listener",
    });
    expect(response.user).not.toHaveProperty("email");
  }
  expect((await ada.api.get("/v2/users/me")).response.user.user_id).toBe(ada.user_id);
  expect((await world.api.get("/v2/users/nobody_here")).status).toBe(404);
});

test("a revoked token stops working within two seconds", async () => {
  const bob = await world.person();
  const token = await createToken(world.deps, bob.username);
  const path = `/v2/users/me?oauth2_access_token=${token}`;
  expect((await world.api.get(path)).status).toBe(200);
  await endToken(world.deps, token);
  world.setTime(new Date(Date.now() + 2000));
  const refused = await world.api.get(path);
  world.setTime(null);
  expect(refused.status).toBe(401);
  expect(refused.error.type).toBe("invalid-token");
});
