/** Follows links between public pages without loading them anew, so that what plays goes on playing. */
import { element, find, hit } from "./dom.js";

/** Addresses of public pages; all other links, forms and downloads are the browser's. */
const PAGES =
  /^\/(?:@[^/]+(?:\/[^/]+)?|(?:show|podcast)\/[^/]+(?:\/follow)?|episode\/[^/]+(?:\/transcript)?|(?:user|organization|category|tag|list)\/[^/]+|search|popular|about|imprint|privacy|library(?:\/[a-z]+)?|docs(?:\/.+)?)?$/;

/** What the head says about one page only. */
const OWN =
  "title, meta[name], meta[property], link[rel=canonical], link[rel=alternate], script[type^=application], template";
/** What it says about every page. */
const COMMON = "[name=viewport], [name=color-scheme]";

/** The version of the scripts: a page with another one is loaded anew. */
const versionOf = (/** @type {Document} */ page) =>
  find(page, 'script[type="module"][src$="/site.js"]')?.getAttribute("src");

/** @param {() => void} changed called after the page has changed */
export function browse(changed) {
  const announcement = element("p", { class: "hidden", role: "status", "data-stays": true });
  document.body.append(announcement);
  history.scrollRestoration = "manual";
  let shown = location.pathname + location.search;
  let turn = new AbortController();
  /** Stores in the history where the page is scrolled to; while another page is on its way, there is nothing to store. */
  const keepPlace = () => {
    if (location.pathname + location.search === shown)
      history.replaceState({ ...history.state, top: scrollY }, "");
  };

  /**
   * @param {URL} url
   * @param {"push" | "back" | "stay"} how
   * @param {number} [top] where the page was scrolled to
   * @param {HTMLFormElement} [form] a form to send; its answer leads back to a page
   */
  async function visit(url, how, top = 0, form) {
    turn.abort();
    turn = new AbortController();
    const { signal } = turn;
    document.documentElement.toggleAttribute("data-loading", true);
    try {
      const answer = await fetch(url, {
        ...sending(form),
        signal,
        headers: { accept: "text/html" },
      });
      const page = await parse(answer);
      if (page === null || versionOf(page) !== versionOf(document)) return leave(url, how, form);
      await loadStyles(page);
      if (signal.aborted) return;
      const final = new URL(answer.url);
      final.hash = url.hash;
      const isElsewhere = final.pathname + final.search !== shown;
      if (how === "push" || (how === "stay" && isElsewhere))
        history.pushState({ top: 0 }, "", final);
      const focused = document.activeElement?.id ?? "";
      shown = final.pathname + final.search;
      await transition(() => {
        swap(page);
        changed();
        scroll(final.hash, top, how);
      });
      focusAfter(how, focused);
      announcement.textContent = document.title;
    } catch {
      if (!signal.aborted) leave(url, how, form);
    } finally {
      if (!signal.aborted) document.documentElement.removeAttribute("data-loading");
    }
  }

  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (hit(event, "a[href]"));
    if (link === null || event.defaultPrevented || isSpecial(event, link)) return;
    const url = new URL(link.href);
    if (!isOurs(url) || (url.hash !== "" && url.pathname + url.search === shown)) return;
    event.preventDefault();
    keepPlace();
    visit(url, "push");
  });
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || form.target !== "") return;
    if (form.method === "post" && form.hasAttribute("data-act")) {
      event.preventDefault();
      return void visit(new URL(form.action), "stay", scrollY, form);
    }
    if (form.method !== "get") return;
    const url = new URL(form.action);
    if (!isOurs(url)) return;
    const fields = [...new FormData(form, event.submitter)].map(([name, value]) => [
      name,
      String(value),
    ]);
    url.search = new URLSearchParams(fields).toString();
    event.preventDefault();
    keepPlace();
    visit(url, "push");
  });
  addEventListener("popstate", ({ state }) => {
    if (location.pathname + location.search === shown)
      scroll(location.hash, state?.top ?? 0, "back");
    else visit(new URL(location.href), "back", state?.top ?? 0);
  });
  keepScrolling(keepPlace);
}

/** @param {URL} url */
const isOurs = ({ origin, pathname }) => origin === location.origin && PAGES.test(pathname);

/** A click that asks for a new tab, a download or another frame. @param {MouseEvent} event @param {HTMLAnchorElement} link */
const isSpecial = ({ button, metaKey, ctrlKey, shiftKey, altKey }, { target, download }) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey || target !== "" || download !== "";

/** After an act, the button that was pressed keeps the focus. @param {"push" | "back" | "stay"} how @param {string} id */
function focusAfter(how, id) {
  const same = how === "stay" ? document.getElementById(id) : null;
  (same ?? find(document, "main"))?.focus({ preventScroll: true });
}

/** What an act on the page sends. @param {HTMLFormElement} [form] @returns {RequestInit} */
const sending = (form) =>
  form === undefined
    ? {}
    : {
        method: "POST",
        body: new URLSearchParams(
          [...new FormData(form)].map(([name, value]) => [name, String(value)]),
        ),
      };

/** Lets the browser load the page. @param {URL} url @param {"push" | "back" | "stay"} how @param {HTMLFormElement} [form] */
function leave(url, how, form) {
  if (form !== undefined) form.submit();
  else if (how === "push") location.assign(url);
  else location.reload();
}

/** @param {Response} answer */
async function parse(answer) {
  const isPage = answer.headers.get("content-type")?.startsWith("text/html");
  if (!answer.ok || !isPage || new URL(answer.url).origin !== location.origin) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // A parser without scripts shows what is meant for browsers without scripts.
  for (const plain of page.querySelectorAll("noscript")) plain.remove();
  return page;
}

/** Adds the stylesheets that only the new page has, before it is shown. @param {Document} page */
async function loadStyles(page) {
  const links = [...page.querySelectorAll(STYLES)];
  const missing = links.filter(
    (link) => find(document, `link[rel=stylesheet][href="${link.getAttribute("href")}"]`) === null,
  );
  await Promise.all(
    missing.map((link) => {
      const added = element("link", { rel: "stylesheet", href: link.getAttribute("href") });
      const loaded = new Promise((resolve) => {
        added.onload = resolve;
        added.onerror = resolve;
      });
      document.head.append(added);
      return loaded;
    }),
  );
}

/** Shows `page` in this document; what is marked as staying stays. @param {Document} page */
function swap(page) {
  for (const old of document.head.querySelectorAll(OWN)) if (!old.matches(COMMON)) old.remove();
  document.head.append(
    ...[...page.head.querySelectorAll(OWN)].filter((one) => !one.matches(COMMON)),
  );
  const root = document.documentElement;
  for (const name of ["lang", "dir", "class", "style"]) {
    const value = page.documentElement.getAttribute(name);
    if (value === null) root.removeAttribute(name);
    else if (name !== "style") root.setAttribute(name, value);
  }
  document.body.className = page.body.className;
  for (const old of [...document.body.children]) if (!old.hasAttribute("data-stays")) old.remove();
  document.body.prepend(...page.body.children);
  dropStyles(page);
  startScripts(page);
}

const STYLES = "head > link[rel=stylesheet]";

/** Removes the stylesheets that only the old page has. @param {Document} page */
function dropStyles(page) {
  const kept = new Set([...page.querySelectorAll(STYLES)].map((link) => link.getAttribute("href")));
  for (const link of document.querySelectorAll(STYLES))
    if (!kept.has(link.getAttribute("href"))) link.remove();
}

/** Starts the scripts that only the new page has; those that run already learn that there is a new page. @param {Document} page */
function startScripts(page) {
  for (const script of page.querySelectorAll("head > script[type=module][src]")) {
    const src = script.getAttribute("src");
    if (find(document, `script[src="${src}"]`) === null)
      document.head.append(element("script", { type: "module", src }));
  }
  document.dispatchEvent(new Event("pageshown"));
}

/** @param {string} hash @param {number} top @param {"push" | "back" | "stay"} how */
function scroll(hash, top, how) {
  const target =
    how === "push" && hash !== ""
      ? document.getElementById(decodeURIComponent(hash.slice(1)))
      : null;
  if (target !== null) target.scrollIntoView();
  else scrollTo({ top, behavior: "instant" });
}

/** @param {() => void} change */
async function transition(change) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || !("startViewTransition" in document)) return change();
  await document.startViewTransition(change).updateCallbackDone;
}

/** Browsers allow only so many changes of the history: after each scrolling, one. @param {() => void} keepPlace */
function keepScrolling(keepPlace) {
  let timer = 0;
  addEventListener("scroll", () => {
    clearTimeout(timer);
    timer = setTimeout(keepPlace, 150);
  });
  if (history.state?.top > 0) scrollTo({ top: history.state.top, behavior: "instant" });
}
