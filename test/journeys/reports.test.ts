/** Tests the commands for reported messages, beside a running server. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { useWorld } from "../setup/world.ts";
import { JOURNEY_MS, longwave, urlOf } from "./processes.ts";

const world = useWorld({ REPORTS_TO_HIDE: "1" });
let path: string;

beforeAll(async () => {
  const ada = await world.person({ username: "ada" });
  path = `/v2/episodes/${await makeEpisode(world, await makeShow(world, ada))}/messages`;
});

const command = (...args: string[]) => {
  const { host, port, user, password, database } = world.deps.pool.options;
  const target = { host, port, user, password, database } as Parameters<typeof urlOf>[0];
  return longwave(args, { DATABASE_URL: urlOf(target), DATA_DIR: world.deps.config.dataDir });
};

test(
  "the operator sees reports and decides about them",
  async () => {
    const bob = await world.person({ username: "bob" });
    const text = `Buy\npills ${"x".repeat(120)}`;
    const ids: number[] = [];
    for (let time = 0; time < 2; time += 1) {
      const { message_id } = (await bob.api.post(path, { text })).response.message;
      await bob.api.post(`${path}/${message_id}/report-abuse`, { reason: "Spam" });
      ids.push(message_id);
    }
    const [first = 0, second = 0] = ids;
    const listed = await command("reports", "list");
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    const [line] = listed.stdout.split("\n");
    expect(line).toMatch(
      new RegExp(`^${first}\tepisode \\d+\t1 reports?\thidden\tbob\tSpam\tBuy pills x{90}…$`),
    );
    const json = JSON.parse((await command("reports", "list", "--json")).stdout);
    expect(json).toMatchObject([
      { message_id: first, text, hidden: true, reports: [{ username: "bob", reason: "Spam" }] },
      { message_id: second },
    ]);
    expect(await command("reports", "resolve", String(first), "--keep")).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ message_id: first, decision: "keep" }, null, 2)}\n`,
      stderr: "",
    });
    expect((await command("reports", "resolve", String(second), "--remove")).code).toBe(0);
    const { items } = (await world.api.get(path)).response;
    expect(items.map((item: { message_id: number }) => item.message_id)).toEqual([first]);
    expect((await command("reports", "list")).stdout).toBe("");
  },
  JOURNEY_MS,
);

test.each([
  [2, "Use either --keep or --remove.", ["1"]],
  [2, "Use either --keep or --remove.", ["1", "--keep", "--remove"]],
  [2, "The message_id must be a number", ["one", "--keep"]],
  [1, "There is no such message.", ["999999", "--remove"]],
])(
  "resolving exits with %i and prints “%s”",
  async (code, sentence, args) => {
    const ended = await command("reports", "resolve", ...args);
    expect(ended).toMatchObject({ code, stdout: "" });
    expect(ended.stderr).toContain(sentence);
  },
  JOURNEY_MS,
);
