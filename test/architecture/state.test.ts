/**
 * Tests that modules have no state: what a process remembers is created at its start and passed as an argument, so that
 * two servers in one process, and two tests, share nothing.
 */
import type { AnyNode, Node, Program, VariableDeclaration, VariableDeclarator } from "acorn";
import { base, simple } from "acorn-walk";
import { expect, test } from "vitest";
import { quote, SOURCES, type Source, treeOf } from "./sources.ts";

/** The first files of processes and threads: what they declare lives as long as the process. */
const isEntry = ({ file }: Source): boolean =>
  file.endsWith("-worker.ts") || ENTRIES.includes(file);
const ENTRIES = [
  "src/cli.ts",
  "src/platform/audio/ffmpegprocess.ts",
  "src/platform/media/cardprocess.ts",
  "src/platform/media/pictureprocess.ts",
];

/** Files with state that all of a process shares, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  "src/platform/db/actor.ts":
    "an AsyncLocalStorage: the audit log's triggers learn who acts even if code between forgets to pass it on",
  "src/platform/leanhttp.ts":
    "takes three names off Node's own module before it is imported, which saves 14 MB in every process",
  "src/platform/limits.ts":
    "a channel of node:diagnostics_channel: code without dependencies reports to whatever metrics listen",
};

/** Classes of objects that nothing changes once the module is loaded. */
const SETTLED = ["Intl.DisplayNames", "pg.TypeOverrides", "URL"];

/** Methods that change an array, a Map, a Set or a WeakMap. */
const CHANGES =
  /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)$/;

/** Functions whose results have state. What `createRequire` loads is kept by Node, like what is imported. */
const STATEFUL = /^(?:(?:create(?!Require$)|open|start)[A-Z].*|channel)$/;

/** Declarations at the top of a module. */
const declarationsOf = ({ body }: Program): VariableDeclaration[] =>
  body
    .map((one) => (one.type === "ExportNamedDeclaration" ? one.declaration : one))
    .filter((one) => one?.type === "VariableDeclaration");

const constantsOf = (tree: Program): VariableDeclarator[] =>
  declarationsOf(tree).flatMap(({ declarations }) => declarations);

/** `let` and `var` at the top of a module, and static fields of classes. */
function findVariables(tree: Program): Node[] {
  const found: Node[] = declarationsOf(tree).filter(({ kind }) => kind !== "const");
  simple(tree, {
    PropertyDefinition(node) {
      if (node.static) found.push(node);
    },
  });
  return found;
}

/** Does not look into functions: they run later. */
const OUTSIDE_FUNCTIONS = { ...base, Function: () => {} };

/** Objects that a module makes when it is loaded, unless their type is ReadonlyMap or ReadonlySet. */
function findObjects(tree: Program, { text }: Source): Node[] {
  const found: Node[] = [];
  const nameOf = ({ start, end }: Node) => text.slice(start, end);
  for (const { id, init } of constantsOf(tree)) {
    if (init == null || /^: Readonly(?:Map|Set)</.test(text.slice(id.end, init.start))) continue;
    simple(
      init,
      {
        NewExpression(node) {
          if (!SETTLED.includes(nameOf(node.callee))) found.push(node);
        },
        CallExpression(node) {
          const isInline = /Function/.test(node.callee.type); // it can hide variables
          if (isInline || STATEFUL.test(nameOf(node.callee))) found.push(node);
        },
      },
      OUTSIDE_FUNCTIONS,
    );
  }
  return found;
}

/** The name that `a`, `a.b` and `a.b[c]` begin with. */
function rootOf(node: AnyNode): string {
  if (node.type === "MemberExpression") return rootOf(node.object);
  return node.type === "Identifier" ? node.name : "";
}

/** Changes of constants of this module, or of what it imports from another file. */
function findChanges(tree: Program): Node[] {
  const constants = constantsOf(tree);
  const names = new Set(constants.map(({ id }) => rootOf(id)).filter((name) => name !== ""));
  for (const one of tree.body)
    if (one.type === "ImportDeclaration" && String(one.source.value).startsWith("."))
      for (const { local } of one.specifiers) names.add(local.name);
  /** Expressions with these flags remember where they stopped. */
  const resuming = new Set(
    constants.flatMap(({ id, init }) =>
      init?.type === "Literal" && /[gy]/.test(init.regex?.flags ?? "") ? [rootOf(id)] : [],
    ),
  );
  const found: Node[] = [];
  const note = (node: Node, changed: AnyNode | undefined) => {
    if (changed !== undefined && names.has(rootOf(changed))) found.push(node);
  };
  simple(tree, {
    AssignmentExpression: (node) => note(node, node.left),
    UpdateExpression: (node) => note(node, node.argument),
    UnaryExpression: (node) => node.operator === "delete" && note(node, node.argument),
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== "MemberExpression") return;
      const method = rootOf(callee.property);
      if (CHANGES.test(method)) note(node, callee.object);
      if (rootOf(callee.object) === "Object" && /^(?:assign|define)/.test(method))
        note(node, node.arguments[0]);
      if (resuming.has(rootOf(callee.object)) && /^(?:exec|test)$/.test(method)) found.push(node);
    },
  });
  return found;
}

function stateOf(source: Source): string[] {
  const tree = treeOf(source);
  const found = [...findVariables(tree), ...findObjects(tree, source), ...findChanges(tree)];
  return found.map((node) => quote(source, node));
}

test("modules have no variables and no objects that change", () => {
  const found = SOURCES.filter((source) => !isEntry(source)).map((source): [string, string[]] => [
    source.file,
    stateOf(source),
  ]);
  expect(found.filter(([file, state]) => state.length > 0 && !(file in EXCEPTIONS))).toEqual([]);
  const needless = Object.keys(EXCEPTIONS).filter((file) => !new Map(found).get(file)?.length);
  expect(needless).toEqual([]);
});

test("the search for state finds each kind", () => {
  const state = [
    "let a = 1",
    "export let b: string[] = []",
    "class C { static d = 1 }",
    "const e = new Map<string, number>()",
    "const f = { g: [new Set()] }",
    "const h = createGate(2)",
    "const i = (() => { let n = 0; return () => (n += 1) })()",
    "const j: string[] = []; const k = () => j.push('x')",
    "const l = { n: 0 }; function m() { l.n += 1 }",
    "import { list } from './list.ts'; const n = () => { delete list.first }",
    "const o = {}; const p = () => Object.assign(o, { q: 1 })",
    "const r = /x/g; const s = (t: string) => r.test(t)",
  ];
  const none = [
    "const a: ReadonlyMap<string, number> = new Map([['a', 1]])",
    "const b = () => { const list = new Set<string>(); list.add('b'); return list }",
    "const load = createRequire(import.meta.url)",
    "const c = /x/g; const d = (t: string) => t.replace(c, '')",
    "import { list } from './list.ts'; const e = () => list.toSorted()",
  ];
  const count = (text: string) => stateOf({ file: "example.ts", text, imports: [] }).length;
  expect(state.map((text) => [text, count(text)])).toEqual(state.map((text) => [text, 1]));
  expect(none.map((text) => [text, count(text)])).toEqual(none.map((text) => [text, 0]));
});
