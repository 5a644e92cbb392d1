"use strict";
// Asks for the figures once a second and shows them. Texts are set as text: nothing becomes HTML.
const BEAN = "org.calaspects:type=CalRuntime", KEPT = 60, EACH_MILLIS = 1000;
const state = document.getElementById("state"), more = document.getElementById("more");
const cards = new Map();
let last = null, shown = 0;

function element(parent, name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  parent.append(made);
  return made;
}

function number(value) {
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function card(name) {
  const box = element(document.getElementById("stages"), "section", undefined, "stage");
  const made = { title: element(box, "h2"), rate: element(box, "div", "", "rate"), rates: [] };
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  svg.setAttribute("viewBox", "0 0 " + (KEPT - 1) + " 100");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  svg.append(made.line);
  box.append(svg);
  made.figures = element(box, "div", undefined, "figures");
  box.dataset.stage = name;
  cards.set(name, made);
  return made;
}

function figure(parent, value, name, alarm) {
  const one = element(parent, "span", undefined, alarm ? "alarm" : "");
  element(one, "b", number(value));
  one.append(" " + name);
}

function show(stage, before, seconds, left) {
  const it = cards.get(stage.stage) || card(stage.stage);
  it.title.textContent = stage.stage;
  element(it.title, "span", " " + stage.model, "dim");
  if (before && seconds > 0) {
    const rate = Math.max(0, stage.steps - before.steps) / seconds;
    it.rate.textContent = number(rate) + " steps a second";
    it.rates.push(rate);
    if (it.rates.length > KEPT) it.rates.shift();
    const most = Math.max(1, ...it.rates), from = KEPT - it.rates.length;
    it.line.setAttribute("points", it.rates.map((r, i) => (from + i) + "," + (96 - 92 * r / most)).join(" "));
  }
  it.figures.replaceChildren();
  figure(it.figures, stage.captured, "captured");
  if (stage.limit > 0) {
    figure(it.figures, stage.active, "active of " + number(stage.limit),
      stage.active + stage.queued >= stage.limit);
    if (left) figure(it.figures, left.count, "of them without a thread");
    figure(it.figures, stage.queued, "queued");
    figure(it.figures, stage.completed, "completed");
  }
  figure(it.figures, stage.failed, "failed", stage.failed > 0);
  figure(it.figures, stage.rejected, "refused", stage.rejected > 0);
}

function showWaits(left) {
  const waits = left.flatMap(stage => stage.longest);
  more.replaceChildren();
  if (waits.length === 0) return;
  element(more, "h2", "Longest waits");
  const table = element(more, "table"), head = element(element(table, "thead"), "tr");
  element(head, "th", "Activity");
  element(head, "th", "Seconds");
  const body = element(table, "tbody");
  waits.sort((a, b) => b.seconds - a.seconds).slice(0, 10).forEach(wait => {
    const row = element(body, "tr");
    element(row, "td", wait.activity);
    element(row, "td", number(wait.seconds));
  });
}

async function update() {
  try {
    const answer = await fetch("stages.json", { cache: "no-store" });
    if (!answer.ok) throw new Error(await answer.text());
    const bean = (await answer.json())[BEAN], now = performance.now();
    state.className = "";
    if (!bean) {
      state.textContent = "This server has no stages: it serves one client after the other.";
    } else {
      const byName = new Map(last ? last.bean.Stages.map(s => [s.stage, s]) : []);
      const left = new Map(bean.Left.map(l => [l.stage, l]));
      bean.Stages.forEach(s =>
        show(s, byName.get(s.stage), last ? (now - last.at) / 1000 : 0, left.get(s.stage)));
      showWaits(bean.Left);
      const ahead = bean.ReadAhead.reduce((sum, reader) => sum + reader.bytes, 0);
      state.textContent = "live, a look a second"
        + (bean.ReadAhead.length ? "; " + number(ahead) + " bytes read ahead" : "");
      last = { bean, at: now };
    }
    document.documentElement.dataset.shown = ++shown;
  } catch (failure) {
    state.className = "lost";
    state.textContent = "The server does not answer: " + failure.message;
  }
  setTimeout(update, EACH_MILLIS);
}

update();
