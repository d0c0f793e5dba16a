/** Tests every registered page: strangers see only what anyone may, and no form works without its token. */
import { beforeAll, expect, test } from "vitest";
import { allPages } from "../../src/app.ts";
import { createSurfer, type Surfer } from "../setup/surfer.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld();
let signedIn: Surfer;
beforeAll(async () => {
  const { username } = await world.person();
  signedIn = createSurfer(world.baseUrl);
  await signedIn.open("/sign-in");
  await signedIn.submit({ login: username, password: "correct horse" });
});

/** Each page with the parameters of its path filled in. */
const pages = () =>
  allPages(world.deps).map(({ method, path, access }) => ({
    method,
    access,
    path: path.replace(/:\w+/g, "1"),
  }));

test("pages for signed-in people send everybody else to the sign-in page, before they read a form", async () => {
  const closed = pages().filter(({ access }) => access === "signed-in");
  expect(closed.length).toBeGreaterThan(15);
  for (const { method, path } of closed) {
    const body = method === "POST" ? new URLSearchParams({ csrf: "forged" }) : null;
    const answer = await fetch(world.baseUrl + path, { method, body, redirect: "manual" });
    const to = answer.headers.get("location") ?? "";
    expect([answer.status, to.split("?")[0]], `${method} ${path}`).toEqual([303, "/sign-in"]);
  }
});

test("every form is refused without its token, urlencoded or with files", async () => {
  const forms = allPages(world.deps).filter(({ method }) => method === "POST");
  expect(forms.length).toBeGreaterThan(15);
  for (const { path: pattern, files } of forms) {
    const path = pattern.replace(/:\w+/g, "1");
    await signedIn.open("/settings");
    const plain = await signedIn.submit({ csrf: "forged", title: "x" }, "/sign-out", path);
    expect(plain.status, path).toBe(403);
    const [field] = Object.keys(files);
    if (field === undefined) continue;
    const form = new FormData();
    form.append("csrf", "forged");
    form.append(field, new Blob(["x"]), "x");
    expect((await signedIn.post(path, form)).status, path).toBe(403);
  }
});
