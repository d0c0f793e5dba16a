/** Tests that the examples' commands send their values through a shell unchanged. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlOf } from "./curl.ts";
import type { Operation } from "./schema.ts";

/** The arguments that a shell passes to curl. */
const argumentsOf = (command: string): string[] =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    env: { TOKEN: "lw_secret" },
    encoding: "utf8",
  })
    .split("\0")
    .slice(0, -1);

const operation: Operation = {
  id: "updateThing",
  method: "POST",
  path: "/v2/things/{thing_id}",
  summary: "Update a thing",
  about: "",
  access: null,
  scopes: null,
  needsToken: true,
  path_parameters: [],
  query: [],
  headers: [],
  types: ["multipart/form-data"],
  body: [
    {
      name: "image_file",
      schema: { type: "string", format: "binary" },
      required: false,
      about: "",
    },
  ],
  answers: [],
  refusals: [],
  example: {},
};

const commandFor = (changes: Partial<Operation>): string[] =>
  argumentsOf(curlOf({ ...operation, ...changes }, "https://pods.example"));

test("fields of a form, with quotes, lists and files", () => {
  const parameters = { thing_id: "a b", q: "x&y" };
  const body = { title: "Mara's $lamp `x`", labels: ["a", "b"], image_file: "lamp.png" };
  expect(commandFor({ example: { request: { parameters, body } } })).toEqual([
    "-X",
    "POST",
    "https://pods.example/v2/things/a%20b?q=x%26y",
    "-H",
    "Authorization: Bearer lw_secret",
    "-F",
    "title=Mara's $lamp `x`",
    "-F",
    'labels=["a","b"]',
    "-F",
    "image_file=@lamp.png",
  ]);
});

test("bytes, with the headers that the operation requires", () => {
  const header = (name: string, schema: object) => ({ name, schema, required: true, about: "" });
  const headers = [
    header("Tus-Resumable", { const: "1.0.0" }),
    header("Upload-Offset", { minimum: 0 }),
  ];
  const types = ["application/offset+octet-stream"];
  expect(commandFor({ method: "PATCH", types, headers }).slice(5)).toEqual([
    "-H",
    "Tus-Resumable: 1.0.0",
    "-H",
    "Upload-Offset: 0",
    "-H",
    "Content-Type: application/offset+octet-stream",
    "--data-binary",
    "@part",
  ]);
  expect(commandFor({ method: "HEAD", types: [] }).slice(0, 1)).toEqual(["--head"]);
});

test("JSON, urlencoded fields, and a request without a body", () => {
  const request = { parameters: { thing_id: 1 }, body: { title: "It's" } };
  const json = commandFor({ types: ["application/json"], example: { request } });
  expect(json.slice(-2)).toEqual(["--json", '{\n  "title": "It\'s"\n}']);
  const urlencoded = { types: ["application/x-www-form-urlencoded"], example: { request } };
  expect(commandFor(urlencoded).slice(-2)).toEqual(["--data-urlencode", "title=It's"]);
  const plain = { method: "GET", needsToken: false, types: [], example: {} };
  expect(commandFor(plain)).toEqual(["https://pods.example/v2/things/{thing_id}"]);
});
