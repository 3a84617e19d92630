"use strict";
(() => {
  const number = text => {
    const found = text.replace(/,/g, "").match(/[-+]?\d+(\.\d+)?(e[-+]?\d+)?/i);
    return found ? parseFloat(found[0]) : NaN;
  };
  const make = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  const step = 200; // rows of a long table that are shown at once
  for (const table of document.querySelectorAll("table.rows")) {
    const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
    const more = make("button", "");
    more.className = "copy";
    let kept = rows, limit = rows.length > 2 * step ? step : rows.length;
    const show = () => {
      body.replaceChildren(...kept.slice(0, limit));
      more.hidden = kept.length <= limit;
      more.textContent = "show " + Math.min(step, kept.length - limit) + " more of " + kept.length + " rows";
    };
    more.addEventListener("click", () => { limit += step; show(); });
    heads.forEach((head, column) => {
      const button = make("button", head.textContent);
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(h => h.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const read = head.classList.contains("number") ? number : text => text;
        const keys = new Map(rows.map(row => [row, read(row.cells[column].textContent)]));
        const compare = (a, b) => {
          const x = keys.get(a), y = keys.get(b);
          if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
          return (down ? -1 : 1) * (x < y ? -1 : x > y ? 1 : 0);
        };
        rows.sort(compare);
        kept = [...kept].sort(compare);
        show();
      });
    });
    table.parentElement.after(more);
    show();
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
      kept = rows.filter(row => words.every(word => texts.get(row).includes(word)));
      count.textContent = kept.length + " of " + rows.length + " rows";
      show();
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
  document.documentElement.classList.add("ready"); // a long table is not laid out before its rows are there
})();
