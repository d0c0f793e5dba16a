/** What scripts add to the pages of one show: copying an address, and a frame to drag around the part of a cover. */

for (const button of document.querySelectorAll("[data-copy]"))
  if (button instanceof HTMLButtonElement) offerCopy(button);

for (const box of document.querySelectorAll("[data-crop]"))
  if (box instanceof HTMLElement) offerFrame(box);

/** @param {HTMLButtonElement} button */
function offerCopy(button) {
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied ?? "";
  });
}

/** @param {HTMLElement} box */
function offerFrame(box) {
  const width = Number(box.dataset.width);
  const height = Number(box.dataset.height);
  const image = box.querySelector("img");
  const frame = box.querySelector("[data-frame]");
  const corner = box.querySelector("[data-corner]");
  const said = box.querySelector("[data-said]");
  const fields = ["left", "top", "side"].map((name) => box.querySelector(`[name="${name}"]`));
  const [left, top, side] = fields;
  if (!(image && frame instanceof HTMLElement && corner instanceof HTMLElement)) return;
  if (!(left instanceof HTMLInputElement && top instanceof HTMLInputElement)) return;
  if (!(side instanceof HTMLInputElement && said instanceof HTMLElement)) return;

  const between = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.round(Math.min(Math.max(value, 0), most));
  const now = () => ({ x: Number(left.value), y: Number(top.value), s: Number(side.value) });

  const draw = () => {
    const { x, y, s } = now();
    const percent = (/** @type {number} */ n, /** @type {number} */ of) => `${(100 * n) / of}%`;
    frame.style.left = percent(x, width);
    frame.style.top = percent(y, height);
    frame.style.width = percent(s, width);
    frame.style.height = percent(s, height);
    corner.style.left = percent(x + s, width);
    corner.style.top = percent(y + s, height);
    for (const part of box.querySelectorAll("[data-part]"))
      part.setAttribute("viewBox", `${x} ${y} ${s} ${s}`);
    const { small = "", enough = "", good } = said.dataset;
    said.textContent = (s < Number(good) ? small : enough).replace("{n}", s.toLocaleString());
  };
  const move = (/** @type {number} */ x, /** @type {number} */ y) => {
    const { s } = now();
    left.value = String(between(x, width - s));
    top.value = String(between(y, height - s));
    draw();
  };
  const grow = (/** @type {number} */ to) => {
    const { x, y } = now();
    side.value = String(Math.max(1, between(to, Math.min(width - x, height - y))));
    draw();
  };

  drag(frame, image, () => {
    const { x, y } = now();
    return (dx, dy) => move(x + dx * width, y + dy * height);
  });
  drag(corner, image, () => {
    const { s } = now();
    return (dx, dy) => grow(s + Math.max(dx * width, dy * height));
  });
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const onKey =
    (/** @type {(dx: number, dy: number) => void} */ act) =>
    /** @param {KeyboardEvent} event */
    (event) => {
      const [dx, dy] = steps[/** @type {keyof typeof steps} */ (event.key)] ?? [];
      if (dx === undefined || dy === undefined) return;
      event.preventDefault();
      const pixels = event.shiftKey ? 100 : 10;
      act(dx * pixels, dy * pixels);
    };
  frame.addEventListener(
    "keydown",
    onKey((dx, dy) => move(now().x + dx, now().y + dy)),
  );
  corner.addEventListener(
    "keydown",
    onKey((dx, dy) => grow(now().s + dx + dy)),
  );
  side.addEventListener("input", () => grow(now().s));
  for (const field of [left, top]) field.addEventListener("input", () => move(now().x, now().y));
  frame.hidden = false;
  corner.hidden = false;
  draw();
}

/**
 * Follows the pointer while it is down, in shares of the image.
 * @param {HTMLElement} handle
 * @param {HTMLElement} image
 * @param {() => (dx: number, dy: number) => void} begin
 */
function drag(handle, image, begin) {
  handle.addEventListener("pointerdown", (down) => {
    const act = begin();
    const { width, height } = image.getBoundingClientRect();
    handle.setPointerCapture(down.pointerId);
    const follow = (/** @type {PointerEvent} */ event) =>
      act((event.clientX - down.clientX) / width, (event.clientY - down.clientY) / height);
    handle.addEventListener("pointermove", follow);
    handle.addEventListener(
      "lostpointercapture",
      () => handle.removeEventListener("pointermove", follow),
      { once: true },
    );
  });
}
