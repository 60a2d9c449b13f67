// The headers of the row and of the column that a cell of a table or grid stands in. Placed after rows.js.

const TABLES = "table,[role=table],[role=grid],[role=treegrid]";
const HEADER_ROWS = 8;  // headers of columns stand at the top
const grids = new WeakMap();
const titles = new WeakMap();

const isCell = (el, role) => el.localName === "td" || el.localName === "th" || /^(grid)?cell$|^(row|column)header$/.test(role);
const titleOf = (cell) => {
  if (!titles.has(cell)) titles.set(cell, collapse(attribute(cell, "aria-label") || attribute(cell, "abbr") || "", 80) ||
    visibleText(cell, 80, isControl) || visibleText(cell, 80));
  return titles.get(cell);
};
const joined = (cells) => Array.from(new Set(cells.map(titleOf))).filter(Boolean).join(" ");
const cellsOf = (line) => line.cells || Array.from(line.querySelectorAll("[role]")).filter((one) => isCell(one, roleOf(one)));

// {rows: cells by row and column, one that spans several at each; at: cell → [column, row]; titled: are there headers?;
// left, above: headers found before}
function gridOf(table) {
  if (grids.has(table)) return grids.get(table);
  const lines = Array.from(table.rows || table.querySelectorAll("[role=row]")).slice(0, 10000);
  const spans = !!table.rows && !!table.querySelector("[rowspan],[colspan]");
  const rows = lines.map(() => []), at = new Map();
  lines.forEach((line, y) => {
    let x = 0;
    for (const cell of cellsOf(line)) {
      const told = parseInt(attribute(cell, "aria-colindex"), 10);
      if (told > 0 && told < 1000) x = told - 1;
      while (rows[y][x]) x++;
      at.set(cell, [x, y]);
      const right = x + (spans ? Math.min(cell.colSpan, 100) : 1);
      const below = Math.min(lines.length, y + (spans ? cell.rowSpan || 200 : 1));
      for (let v = y; v < below; v++) for (let u = x; u < right; u++) rows[v][u] = cell;
      x = right;
    }
  });
  grids.set(table, { rows, at, left: new Map(), above: new Map(), titled: !!table.querySelector("th,[role=columnheader],[role=rowheader]") });
  return grids.get(table);
}

// Is a cell the header of its "row" or of its "col"umn? Without a scope: a row of nothing but headers heads columns.
function allHeads(line) {
  const count = line.filter((one) => one && one.localName === "th").length;
  return count === line.length || count > 1 && line.every((one) => one && (one.localName === "th" || !one.textContent.trim()));
}
function heads(cell, what, line) {
  if (!cell) return false;
  const scope = (attribute(cell, "scope") || "").toLowerCase();
  if (cell.localName !== "th") return roleOf(cell) === (what === "row" ? "rowheader" : "columnheader");
  if (/^(row|col)/.test(scope)) return scope.startsWith(what);
  return (what === "col") === (!!cell.closest("thead") || allHeads(line));
}

function headsOver(grid, x, y) {
  const key = `${x} ${Math.min(y + 1, HEADER_ROWS)}`;
  if (!grid.above.has(key)) {
    const top = grid.rows.slice(0, Math.min(y + 1, HEADER_ROWS));
    grid.above.set(key, joined(top.map((row) => row[x]).filter((one, v) => heads(one, "col", top[v]))));
  }
  return grid.above.get(key);
}
// [row, column] of what stands in `cell`: "" where none is told.
function headersOf(cell, skip) {
  const table = cell.closest(TABLES);
  if (!table || /^(none|presentation)$/.test(attribute(table, "role") || "")) return ["", ""];
  const grid = gridOf(table), place = grid.at.get(cell);
  if (!grid.titled || !place) return ["", ""];
  const [x, y] = place, line = grid.rows[y], given = byIds(cell, "headers");
  if (given.length) {
    const beside = given.filter((one) => line.includes(one));
    return [joined(beside), joined(given.filter((one) => !beside.includes(one)))];
  }
  if (!grid.left.has(line)) grid.left.set(line, joined(line.filter((one) => heads(one, "row", line))));
  const row = grid.left.get(line) ? null : cell.closest("tr,[role=row]");
  return [grid.left.get(line) || (row && !heads(cell, "col", line) ? rowTitle(row, skip) : ""), headsOver(grid, x, y)];
}
// The same of any element, in words.
function cellWords(el) {
  const cell = flatPath(el, 20).find((one) => isCell(one, roleOf(one)));
  return cell ? headersOf(cell, el).filter(Boolean).join(" ") : "";
}
