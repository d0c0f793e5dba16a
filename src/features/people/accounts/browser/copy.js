/** Adds a button to texts that are to be copied; without scripts a click selects the text. */

for (const box of document.querySelectorAll("[data-copy]")) {
  if (!(box instanceof HTMLElement)) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = box.dataset.copy ?? "";
  const said = document.createElement("span");
  said.className = "hidden";
  said.role = "status";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(box.querySelector(".secret")?.textContent ?? "");
    const done = box.dataset.copied ?? "";
    [button.textContent, said.textContent] = [done, done];
    setTimeout(() => {
      [button.textContent, said.textContent] = [box.dataset.copy ?? "", ""];
    }, 2000);
  });
  box.append(button, said);
}
