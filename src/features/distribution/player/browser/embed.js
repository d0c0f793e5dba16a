/** Starts the player in a frame. */
import { mountCard } from "./card.js";
import { tint } from "./color.js";
import { element, find } from "./dom.js";
import { createEngine } from "./engine.js";
import { connectSession } from "./session.js";

const root = find(document, "[data-player]");
if (root !== null) {
  const audio = /** @type {HTMLAudioElement} */ (element("audio", { preload: "none" }));
  root.append(audio);
  const engine = createEngine(audio);
  connectSession(engine);
  const card = mountCard(root, engine, tint);
  engine.ended = () => {
    const next = card.next();
    if (next !== null) engine.play(next);
  };
}
