/** Tests what each file may contain, and what only some files may do. */
import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { featureOf, findings, ROOT } from "./sources.ts";

test("only config.ts reads the environment, and the command line for other servers what it needs", () => {
  const readers = findings(({ file, text }) => (/process\.env/.test(text) ? [file] : []));
  expect(readers).toEqual(["src/cli/remote/environment.ts", "src/config.ts"]);
});

/** Files of the command line that the commands for other servers may use. */
const SHARED_BY_COMMANDS = ["src/cli/errors.ts"];

test("only the commands for other servers use the client, and they use nothing of this server", () => {
  const isRemote = (file: string) => file.startsWith("src/cli/remote/");
  const users = findings(({ file, imports }) =>
    !isRemote(file) && imports.some((target) => target.startsWith("clients/")) ? [file] : [],
  );
  const used = findings(({ file, imports }) =>
    isRemote(file)
      ? imports.filter(
          (target) =>
            target.startsWith("src/") && !isRemote(target) && !SHARED_BY_COMMANDS.includes(target),
        )
      : [],
  );
  expect([users, used]).toEqual([[], []]);
});

/** The files that decode or draw images, and the processes that load them. */
const PIXELS: Record<string, string> = {
  "src/platform/media/pixels.ts": "src/platform/media/pictureprocess.ts",
  "src/platform/media/cardpixels.ts": "src/platform/media/cardprocess.ts",
};

/** The demo draws pictures of its own, in its own process. */
const DEMO_PICTURES = "src/demo/covers/drawing.ts";

test("images are only decoded and drawn in separate processes", () => {
  const bad = findings(({ file, text }) =>
    /from "(sharp|fontkit)"/.test(text) &&
    !Object.hasOwn(PIXELS, file) &&
    file !== "src/platform/media/lettering.ts" &&
    file !== DEMO_PICTURES
      ? [file]
      : [],
  );
  const loaders = Object.keys(PIXELS).flatMap((one) =>
    findings(({ file, imports }) => (imports.includes(one) ? [file] : [])),
  );
  const outlines = findings(({ file, imports }) =>
    imports.includes("src/platform/media/lettering.ts") ? [file] : [],
  );
  expect([bad, loaders, outlines]).toEqual([
    [],
    Object.values(PIXELS),
    ["src/platform/media/cardpixels.ts"],
  ]);
});

test("OpenTelemetry is loaded only for operators who want traces", () => {
  const users = findings(({ file, text }) => (/from "@opentelemetry\//.test(text) ? [file] : []));
  expect(users).toEqual(["src/platform/tracing/export.ts"]);
  const loaders = findings(({ file, text }) =>
    /from "[^"]*tracing\/export\.ts"|from "\.\/export\.ts"/.test(text) ? [file] : [],
  );
  expect(loaders).toEqual([]);
});

test("there are no default exports and no barrels", () => {
  const bad = findings(({ file, text }) => [
    ...(/^export default/m.test(text) ? [`${file}: default export`] : []),
    ...(/^export \* from/m.test(text) || path.basename(file) === "index.ts"
      ? [`${file}: barrel`]
      : []),
  ]);
  expect(bad).toEqual([]);
});

test("every file starts with a comment on its purpose", () => {
  const bad = findings(({ file, text }) =>
    file.endsWith("db/rows.ts") || /^(#!.*\n)?\/\*\*/.test(text) ? [] : [file],
  );
  expect(bad).toEqual([]);
});

test("features refuse access to records only in their rights files", () => {
  const bad = findings(({ file, text }) =>
    featureOf(file) !== undefined &&
    path.basename(file) !== "rights.ts" &&
    /\b(forbidden|denial)\(/.test(text)
      ? [file]
      : [],
  );
  expect(bad).toEqual([]);
});

test("the endpoint in CONTRIBUTING is quoted from its files", () => {
  const guide = readFileSync(path.join(ROOT, "CONTRIBUTING.md"), "utf8");
  const folder = "src/features/distribution/feeds/pings";
  const files = [
    `${folder}/routes.ts`,
    `${folder}/store.ts`,
    "test/rights/matrix.ts",
    `${folder}/pings.test.ts`,
  ];
  const quotes = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, quote]) => quote ?? "");
  expect(quotes).toHaveLength(files.length);
  const bad = files.filter(
    (file, at) => !readFileSync(path.join(ROOT, file), "utf8").includes(quotes[at] ?? ""),
  );
  expect(bad).toEqual([]);
});

/** Archives of packages that tests install, and the generated description of the API. */
const MAY_BE_LARGE = /\.tgz$|^openapi\.json$/;

test("no other file is larger than a megabyte, such as a package that was downloaded into the tree", () => {
  const files = globSync(["*", "{.ci,bench,bin,db,deploy,docs,src,test}/**/*"], { cwd: ROOT });
  const isLarge = (file: string) => statSync(path.join(ROOT, file)).size > 2 ** 20;
  expect(files.filter((file) => !MAY_BE_LARGE.test(file) && isLarge(file))).toEqual([]);
});
