// Keeps the page fresh: fetches it again and puts new content into the parts marked data-live.

const EVERY_MS = 1500;

/** @param {string} markup */
function show(markup) {
  const fresh = new DOMParser().parseFromString(markup, "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const next = fresh.getElementById(part.id);
    const focused = document.activeElement;
    // What a person is choosing from is not changed under their hands.
    const isTyping = part.contains(focused) && focused.matches("input, select, button:active");
    if (next === null || isTyping) continue;
    if (part.shown === next.innerHTML) continue;
    part.shown = next.innerHTML;
    const open = [...part.querySelectorAll("details[open]")].map(({ id }) => id);
    const focusedId = part.contains(focused) ? focused.id : "";
    const chosen = part.value;
    part.replaceChildren(...next.childNodes);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focusedId !== "") document.getElementById(focusedId)?.focus();
    if (part instanceof HTMLSelectElement && chosen !== "") part.value = chosen;
  }
  enableCopying();
}

function enableCopying() {
  for (const button of document.querySelectorAll("button[data-copy][hidden]"))
    button.hidden = false;
}

async function refresh() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (answer.ok) show(await answer.text());
  } catch {
    // The sandbox is being restarted; the next round finds it.
  }
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  await navigator.clipboard.writeText(button.dataset.copy);
  document.getElementById("notice").textContent = "Code copied";
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function send(form, submitter) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === "string") fields.append(name, value);
  }
  // Asked for as a person does, so that a no comes back as words on the page.
  await fetch(submitter?.getAttribute("formaction") ?? form.action, {
    method: "POST",
    headers: { accept: "text/html" },
    body: fields,
  });
  for (const field of form.querySelectorAll("input[name=pin]")) field.value = "";
  await refresh();
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-copy]") : null;
  if (button !== null) void copy(button);
});

document.addEventListener("submit", (event) => {
  if (event.target.method !== "post") return;
  event.preventDefault();
  void send(event.target, event.submitter);
});

document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && "submitOnChange" in target.dataset)
    target.form.submit();
});

enableCopying();
setInterval(() => void refresh(), EVERY_MS);
document.addEventListener("visibilitychange", () => void refresh());
