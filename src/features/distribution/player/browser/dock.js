/** The bar at the bottom of the window: shows and controls what plays, on whatever page one is. */
import { wireControls } from "./controls.js";
import { find, say, set } from "./dom.js";
import { recallTrack, rememberPlaying, rememberTrack, wasPlaying } from "./memory.js";
import { seekBar } from "./seekbar.js";

/** So much of a player must be in sight to replace the dock. */
const IN_SIGHT = 0.6;

/**
 * Adds the dock to the page; it appears with the first track. `besides` says which players the page has: while one that
 * plays the same is in sight, the dock stands aside, so that there is one set of controls.
 * @param {import("./engine.js").Engine} engine
 * @returns {{ besides(cards: readonly import("./card.js").Card[]): () => void }}
 */
export function openDock(engine) {
  const template = /** @type {HTMLTemplateElement | null} */ (find(document, "template#dock"));
  const dock =
    template && find(/** @type {DocumentFragment} */ (template.content.cloneNode(true)), ".dock");
  if (!dock) return { besides: () => () => {} };
  document.body.append(dock);
  dock.append(engine.audio);
  const part = (/** @type {string} */ selector) =>
    /** @type {HTMLElement} */ (find(dock, selector));
  const [name, show, art, status] = [
    part(".name"),
    part(".show"),
    part(".art img"),
    part(".status"),
  ];
  /** @type {import("./engine.js").Track | null} */
  let shown = null;
  const track = () => /** @type {import("./engine.js").Track} */ (shown);
  const refreshControls = wireControls(dock, {
    engine,
    track,
    tell: (...parts) => status.replaceChildren(...parts),
  });
  const bar = seekBar(part('[data-act="seek"]'), {
    seek: (to) => engine.seek(track(), to),
    toggle: () => engine.toggle(track()),
  });
  part('[data-act="close"]').addEventListener("click", () => engine.stop());

  function refresh() {
    const next = engine.track();
    if (next !== shown) change(next);
    if (shown === null) return;
    refreshControls();
    bar.show({ at: engine.at(shown), length: engine.length(shown) });
  }
  /** @param {import("./engine.js").Track | null} next */
  function change(next) {
    shown = next;
    rememberTrack(next);
    set(/** @type {HTMLElement} */ (dock), "hidden", next === null ? "" : null);
    document.body.toggleAttribute("data-dock", next !== null);
    if (next === null) return;
    name.textContent = next.title;
    set(name, "href", next.site_url);
    show.textContent = next.show_title;
    set(art, "src", next.image_url);
    set(art, "hidden", next.image_url === null ? "" : null);
    bar.show({ chapters: next.chapters ?? [] });
    status.textContent = say("now_playing", { title: next.title });
  }
  engine.watch(refresh);
  unfold(dock, part('[data-act="unfold"]'));
  addEventListener("pagehide", () => rememberPlaying(shown !== null && !engine.audio.paused));
  const before = recallTrack();
  if (before !== null) engine.open(before);
  // Browsers allow it where the person has used the site; elsewhere the dock waits to be asked.
  if (before !== null && wasPlaying()) engine.play(before);

  return {
    besides(cards) {
      /** @type {Set<Element>} */
      const inSight = new Set();
      const stand = () => {
        const aside = cards.some(({ root, track }) => inSight.has(root) && engine.has(track()));
        dock.toggleAttribute("data-aside", aside);
      };
      const observer = new IntersectionObserver(
        (changes) => {
          for (const { target, isIntersecting } of changes)
            if (isIntersecting) inSight.add(target);
            else inSight.delete(target);
          stand();
        },
        { threshold: IN_SIGHT },
      );
      for (const { root } of cards) {
        // The observer reports only after the first frame, in which the dock would be seen.
        if (shownPart(root) >= IN_SIGHT) inSight.add(root);
        observer.observe(root);
      }
      const off = engine.watch(stand);
      stand();
      return () => {
        observer.disconnect();
        off();
      };
    },
  };
}

/** The part of an element's height that is in the window. @param {Element} root */
function shownPart(root) {
  const { top, bottom, height } = root.getBoundingClientRect();
  return height === 0 ? 0 : (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
}

/** On a phone, a button unfolds the controls that have no room in one row. @param {HTMLElement} dock @param {HTMLElement} button */
function unfold(dock, button) {
  const show = (/** @type {boolean} */ open) => {
    dock.toggleAttribute("data-unfolded", open);
    set(button, "aria-expanded", String(open));
  };
  button.addEventListener("click", () => show(!dock.hasAttribute("data-unfolded")));
  dock.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !dock.hasAttribute("data-unfolded")) return;
    show(false);
    button.focus();
  });
}
