/** Tests a flood of sign-ins: the API responds, people sign in from elsewhere, and nobody is locked out. */
import { expect, test } from "vitest";
import { createSurfer } from "../setup/surfer.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld({ TRUST_PROXY: "true" });

test("while many clients guess passwords, others sign in and the API responds", async () => {
  const victim = await world.person();
  const { username } = victim;
  let attacking = true;
  const answers = new Map<number, number>();
  const attack = async (n: number) => {
    for (let round = 0; attacking; round += 1) {
      // Change the address each time, so that throttles by address do not stop it before the queue does.
      const address = `198.51.${n}.${round % 250}`;
      const browser = createSurfer(world.baseUrl, { "x-forwarded-for": address });
      await browser.open("/sign-in");
      const { status, headers } = await browser.submit({ login: username, password: "wrong" });
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 429) expect(headers.get("retry-after")).not.toBeNull();
    }
  };
  const attacks = Array.from({ length: 20 }, (_, n) => attack(n));
  const signIn = async (address: string) => {
    const browser = createSurfer(world.baseUrl, { "x-forwarded-for": address });
    await browser.open("/sign-in");
    const home = await browser.submit({ login: username, password: "correct horse" });
    return home.url.pathname;
  };
  // Wait for the queue to fill.
  while (answers.size === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  for (let n = 0; n < 20; n += 1) expect((await victim.api.get("/v2/me")).status).toBe(200);
  const tries: string[] = [];
  for (let n = 0; n < 5 && !tries.includes("/studio"); n += 1)
    tries.push(await signIn("203.0.113.9"));
  attacking = false;
  await Promise.all(attacks);
  expect(tries).toContain("/studio");
  expect([...answers.keys()].filter((status) => status !== 400 && status !== 429)).toEqual([]);
  expect(await signIn("203.0.113.10")).toBe("/");
}, 120_000);
