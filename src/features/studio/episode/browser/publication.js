/** Keeps a chosen time of publication from being lost beside the details, which have a button of their own. */
import "../../newepisode/browser/when.js";

const publication = document.querySelector("form[data-publication]");
const details = document.querySelector("form.details");
if (publication instanceof HTMLFormElement && details instanceof HTMLFormElement)
  watch(publication, details);

/**
 * @param {HTMLFormElement} publication
 * @param {HTMLFormElement} details
 */
function watch(publication, details) {
  const hint = publication.querySelector("[data-unsaved]");
  /** What is chosen; a time counts only where it is chosen. */
  const chosen = () => {
    const form = new FormData(publication);
    const [when, at] = [form.get("when"), form.get("at") ?? form.get("published_at")];
    return when === "now" || when === "draft" ? when : `${when} ${at}`;
  };
  const begun = chosen();
  let isSent = false;
  const isChanged = () => chosen() !== begun;
  const show = () => {
    if (hint instanceof HTMLElement)
      hint.textContent = isChanged() ? (hint.dataset.unsaved ?? "") : "";
  };

  publication.addEventListener("input", show);
  publication.addEventListener("submit", () => {
    isSent = true;
  });
  // Before the details' own listeners: they save themselves as the page is left, unless they were sent.
  addEventListener(
    "submit",
    (event) => {
      // Its other buttons show a preview or compare two versions.
      const isOwn = event.target === details && !event.submitter?.matches("[name], [formaction]");
      // The details of a published episode do not save themselves.
      if (!(isOwn && isChanged()) || publication.elements.namedItem("when") === null) return;
      event.preventDefault();
      event.stopPropagation();
      // A draft or a time can be taken back. What is out is out, and has a button of its own.
      if (chosen() !== "now") return publication.requestSubmit();
      const own = publication.querySelector("[data-finish]");
      if (own instanceof HTMLElement) own.focus();
    },
    true,
  );
  addEventListener("beforeunload", (event) => {
    if (isChanged() && !isSent) event.preventDefault();
  });
}
