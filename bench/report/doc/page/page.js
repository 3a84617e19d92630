"use strict";
(() => {
  const number = text => {
    const found = text.replace(/,/g, "").match(/[-+]?\d+(\.\d+)?(e[-+]?\d+)?/i);
    return found ? parseFloat(found[0]) : NaN;
  };
  const make = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  for (const table of document.querySelectorAll("table.rows")) {
    const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = make("button", head.textContent);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(h => h.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const numeric = head.classList.contains("number");
        const keys = new Map(rows.map(row => [row, row.cells[column].textContent]));
        const compare = numeric
          ? (a, b) => {
            const x = number(keys.get(a)), y = number(keys.get(b));
            return Number.isNaN(x) ? (Number.isNaN(y) ? 0 : 1) : Number.isNaN(y) ? -1 : (down ? y - x : x - y);
          }
          : (a, b) => (down ? -1 : 1) * (keys.get(a) < keys.get(b) ? -1 : keys.get(a) > keys.get(b) ? 1 : 0);
        body.append(...rows.sort(compare));
      });
    });
    if (rows.length < 12) continue;
    const tools = make("div", ""), input = document.createElement("input"), count = make("output", rows.length + " rows");
    tools.className = "tools";
    input.type = "search";
    input.placeholder = "filter rows";
    input.setAttribute("aria-label", "filter rows");
    let texts;
    input.addEventListener("input", () => {
      texts ??= new Map(rows.map(row => [row, row.textContent.toLowerCase()]));
      const words = input.value.toLowerCase().split(/\s+/);
      let shown = 0;
      for (const row of rows) {
        const fits = words.every(word => texts.get(row).includes(word));
        row.hidden = !fits;
        shown += fits;
      }
      count.textContent = shown + " of " + rows.length + " rows";
    });
    tools.append(input, count);
    table.parentElement.before(tools);
  }
  for (const block of document.querySelectorAll("[data-copy]")) {
    const button = make("button", "copy");
    button.className = "copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(block.textContent);
        button.textContent = "copied";
      } catch {
        getSelection().selectAllChildren(block);
        button.textContent = "selected";
      }
    });
    block.after(button);
  }
})();
