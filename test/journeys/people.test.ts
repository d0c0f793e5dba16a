/** Tests the commands for apps, organizations and collaborators, and the guide for authors of clients. */
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../setup/client.ts";
import { makeShow } from "../setup/factories.ts";
import { createSurfer } from "../setup/surfer.ts";
import { useWorld } from "../setup/world.ts";
import { JOURNEY_MS, longwave, runNode, said, urlOf } from "./processes.ts";

const world = useWorld();

/** Runs a command beside the world's server, on its database. */
const command = (...args: string[]) => {
  const { host, port, user, password, database } = world.deps.pool.options;
  const target = { host, port, user, password, database } as Parameters<typeof urlOf>[0];
  return longwave(args, { DATABASE_URL: urlOf(target), DATA_DIR: world.deps.config.dataDir });
};

test(
  "organizations are created, joined and given networks",
  async () => {
    const [boss, ed, network] = [await world.person(), await world.person(), await world.person()];
    const show_id = await makeShow(world, network);
    const made = await command(
      "organization",
      "create",
      "--name",
      "Rail Media",
      "--owner",
      boss.username,
    );
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const { organization_id, team_id } = JSON.parse(made.stdout);
    expect(team_id).toBeTypeOf("number");
    const at = ["--organization", String(organization_id), "--user"];
    await command("organization", "add-member", ...at, ed.username, "--role", "editor");
    const joined = await command("organization", "add-network", ...at, network.username);
    expect(JSON.parse(joined.stdout)).toMatchObject({ members_count: 2, shows_count: 1 });
    expect((await ed.api.post(`/v2/shows/${show_id}`, { copyright: "Rail" })).status).toBe(200);
    expect(
      (await command("organization", "add-member", ...at, ed.username, "--role", "king")).code,
    ).toBe(2);
    expect(
      await command("organization", "add-network", "--organization", "999999", "--user", "nobody"),
    ).toMatchObject({
      code: 1,
      stderr: "There is no such user.\n",
    });
    const alone = await command(
      "organization",
      "create",
      "--name",
      "No ads",
      "--owner",
      boss.username,
      "--no-team",
    );
    expect(JSON.parse(alone.stdout).team_id).toBeNull();
  },
  JOURNEY_MS,
);

test(
  "collaborators are added to a show and to a network",
  async () => {
    const [ada, bob, cyd] = [await world.person(), await world.person(), await world.person()];
    const show_id = await makeShow(world, ada);
    expect(
      await command("collaborator", "add", "--user", bob.username, "--show", String(show_id)),
    ).toMatchObject({ code: 0 });
    expect((await bob.api.post(`/v2/shows/${show_id}`, { copyright: "Bob" })).status).toBe(200);
    expect(
      await command("collaborator", "add", "--user", cyd.username, "--network", ada.username),
    ).toMatchObject({ code: 0 });
    expect((await cyd.api.delete(`/v2/shows/${show_id}`)).status).toBe(200);
    expect((await command("collaborator", "add", "--user", bob.username)).code).toBe(2);
  },
  JOURNEY_MS,
);

test(
  "the guide's client signs a person in, exactly as written there",
  async () => {
    const ada = await world.person();
    const guide = await readFile("docs/guides/write-a-client.md", "utf8");
    const text = /```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
    const file = path.resolve(`test/journeys/guide-${process.pid}.ts`);
    await writeFile(file, text.replace("http://127.0.0.1:8080", world.baseUrl));
    try {
      const redirect = "http://localhost:7777/callback";
      const made = await command(
        "client",
        "create",
        "--name",
        "My first client",
        "--redirect-uri",
        redirect,
        "--public",
      );
      const { client_id, client_secret } = JSON.parse(made.stdout);
      expect(client_secret).toBeNull();
      const client = runNode([file, client_id]);
      const start = (await said(client, /http\S+\/oauth2\/authorize\S+/)).trim();
      const surfer = createSurfer(world.baseUrl);
      await surfer.open("/sign-in");
      await surfer.submit({ login: ada.username, password: "correct horse" });
      await surfer.open(start);
      const { url } = await surfer.submit({ decision: "allow" });
      expect(await (await fetch(url)).text()).toContain("Hello Person");
      expect((await client.ended).stdout).toContain(ada.username);
    } finally {
      await rm(file);
    }
  },
  JOURNEY_MS,
);

test(
  "keys are rotated by command",
  async () => {
    expect(await command("keys", "rotate")).toMatchObject({ code: 0, stderr: "" });
    const { keys } = (await (await fetch(`${world.baseUrl}/oauth2/jwks`)).json()) as {
      keys: object[];
    };
    expect(keys.length).toBeGreaterThan(0);
    expect(JSON.stringify(keys)).not.toContain('"d"');
    expect((await createClient(world.baseUrl, null).get("/v2/show-languages")).status).toBe(200);
  },
  JOURNEY_MS,
);
