/** A cursor on charts: the pointer or the arrow keys move it along the points, whose rows of the table are read out. */

for (const figure of document.querySelectorAll("[data-chart]"))
  if (figure instanceof HTMLElement) enhance(figure);

/** @param {HTMLElement} figure */
function enhance(figure) {
  const plot = figure.querySelector("[data-plot]");
  const said = figure.querySelector("[data-said]");
  const rows = [...figure.querySelectorAll("tbody tr")];
  const names = [...figure.querySelectorAll("thead th")].map(({ textContent }) => textContent);
  if (!(plot instanceof HTMLElement) || said === null || rows.length === 0) return;
  plot.tabIndex = 0;
  plot.setAttribute("role", "slider");
  plot.setAttribute("aria-labelledby", `${figure.id}-title`);
  plot.setAttribute("aria-valuemin", "1");
  plot.setAttribute("aria-valuemax", String(rows.length));
  let at = rows.length - 1;

  const name = (/** @type {number} */ row) => {
    const cells = [...(rows[row]?.children ?? [])].map(({ textContent }) => textContent ?? "");
    const [first = "", ...rest] = cells;
    const text = [first, ...rest.map((cell, index) => `${names[index + 1]} ${cell}`)].join(" · ");
    plot.setAttribute("aria-valuenow", String(row + 1));
    plot.setAttribute("aria-valuetext", text);
    return text;
  };
  name(at);

  const move = (/** @type {number} */ to) => {
    at = Math.min(rows.length - 1, Math.max(0, to));
    said.textContent = name(at);
    for (const line of plot.querySelectorAll("[data-cursor]")) {
      line.setAttribute("transform", `translate(${placesOf(line)[at] ?? 0} 0)`);
      line.setAttribute("visibility", "visible");
    }
  };

  plot.addEventListener("focus", () => move(at));
  plot.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  });
  plot.addEventListener("pointermove", (event) => {
    const drawing = [...plot.querySelectorAll("svg")].find(({ clientWidth }) => clientWidth > 0);
    const line = drawing?.querySelector("[data-cursor]");
    if (!drawing || !line) return;
    const { left, width } = drawing.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * drawing.viewBox.baseVal.width;
    const places = placesOf(line);
    const nearest = places.reduce((best, place, index) => {
      const better = Math.abs(place - x) < Math.abs((places[best] ?? 0) - x);
      return better ? index : best;
    }, 0);
    move(nearest);
  });
}

const placesOf = (/** @type {Element} */ line) =>
  (line.getAttribute("data-x") ?? "").split(" ").map(Number);
