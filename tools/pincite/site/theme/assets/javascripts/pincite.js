// Everything on the site can be read without this script. It filters the timeline, keeps the filter in the address, and
// opens what is folded when the address leads into it (browsers that do not do so by themselves).
(() => {
  // Not "q", with which the search of the theme opens.
  const fields = ["text", "kind", "page", "who"];

  // Open every <details> around the element that the address names.
  function reveal() {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && document.getElementById(id);
    if (!target) return;
    let opened = false;
    for (let box = target.closest("details"); box; box = box.parentElement.closest("details")) {
      opened ||= !box.open;
      box.open = true;
    }
    if (opened) target.scrollIntoView();
  }

  function chosen(form) {
    return Object.fromEntries(fields.map((name) => [name, form.elements[name]?.value.trim() ?? ""]));
  }

  function fits(event, wanted) {
    return (
      (!wanted.kind || event.dataset.kind === wanted.kind) &&
      (!wanted.who || event.dataset.who === wanted.who) &&
      (!wanted.page || event.dataset.page.split(" ").includes(wanted.page)) &&
      wanted.text.toLowerCase().split(/\s+/).every((word) => event.textContent.toLowerCase().includes(word))
    );
  }

  // Hide what does not fit, then the months and years that are left empty, and say how many events are shown.
  function filter(form) {
    const wanted = chosen(form);
    const article = form.closest("article");
    let count = 0;
    for (const event of article.querySelectorAll(".pc-event")) {
      event.hidden = !fits(event, wanted);
      count += !event.hidden;
    }
    const heads = [...article.querySelectorAll("h2[id], h3[id]")];
    for (const list of article.querySelectorAll(".pc-events")) {
      list.classList.toggle("pc-gone", !list.querySelector(".pc-event:not([hidden])"));
    }
    for (const head of heads) head.classList.toggle("pc-gone", !holds(head));
    article.querySelector(".pc-count").textContent = count;
  }

  // Whether a list with events follows this heading before the next one of its level.
  function holds(head) {
    for (let next = head.nextElementSibling; next; next = next.nextElementSibling) {
      if (/^H[12]$/.test(next.tagName) || (next.tagName === "H3" && head.tagName === "H3")) return false;
      if (next.matches(".pc-events:not(.pc-gone)")) return true;
    }
    return false;
  }

  function remember(form) {
    const address = new URL(location.href);
    for (const [name, value] of Object.entries(chosen(form))) {
      if (value) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    }
    history.replaceState(history.state, "", address);
  }

  function prepare(form) {
    if (form.dataset.ready) return;
    form.dataset.ready = "yes";
    form.hidden = false;
    const given = new URLSearchParams(location.search);
    for (const name of fields) if (form.elements[name]) form.elements[name].value = given.get(name) ?? "";
    const changed = () => {
      filter(form);
      remember(form);
    };
    form.addEventListener("input", changed);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault(); // it would put back what the browser remembers of an earlier visit
      for (const name of fields) if (form.elements[name]) form.elements[name].value = "";
      changed();
    });
    filter(form);
  }

  function start() {
    document.querySelectorAll("form.pc-filter").forEach(prepare);
    reveal();
  }

  addEventListener("hashchange", reveal);
  // Material publishes every page that it shows, also those that it puts in place of another one without loading it.
  if (typeof document$ !== "undefined") document$.subscribe(start);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
