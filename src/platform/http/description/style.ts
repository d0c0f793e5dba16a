/** The style sheet of the API reference, inlined into the page, for light and dark screens. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2024, #e6e8eb);
  --soft: light-dark(#5a6169, #a4abb3);
  --page: light-dark(#ffffff, #14171a);
  --raised: light-dark(#f5f6f7, #1d2125);
  --line: light-dark(#d9dce0, #33393f);
  --link: light-dark(#0b5cad, #7cb7ff);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif;
  display: grid; grid-template-columns: 18rem minmax(0, 1fr); overflow-wrap: anywhere;
}
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; padding: .5rem 1rem; background: var(--page); }
.skip:focus { left: 0; z-index: 1; }
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem;
  border-right: 1px solid var(--line); font-size: .9rem;
}
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav li { padding: .15rem 0; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav h2 { font-size: 1rem; margin: 1rem 0 .25rem; }
main { padding: 2rem; max-width: 62rem; }
h1 { line-height: 1.2; margin-top: 0; }
main > section > h2 { border-bottom: 1px solid var(--line); margin-top: 3rem; }
article { margin: 2.5rem 0; }
article h3 { margin-bottom: .25rem; }
.address { margin: 0 0 .5rem; }
.method { font-weight: 700; margin-right: .4rem; }
code { font: .9em ui-monospace, monospace; background: var(--raised); padding: .1em .3em; border-radius: 4px; }
pre { background: var(--raised); padding: .75rem 1rem; overflow-x: auto; border-radius: 6px; }
pre code { padding: 0; }
summary { cursor: pointer; }
details pre { max-height: 30rem; overflow: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; min-width: 36rem; overflow-wrap: break-word; margin: .5rem 0 1rem; font-size: .92rem; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); }
th[scope=row] { font-weight: 400; white-space: nowrap; }
td p { margin: 0; }
.soft { color: var(--soft); }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; }
}
@media print { nav, .skip { display: none; } body { display: block; } }
`;
