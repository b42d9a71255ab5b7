// The console's editor. The page's Go program mounts it in place of the plain text field, see
// mount, and provides these callbacks:
//
//   typed(text)          the text has changed; the program answers with told() of the editor
//   entered(text)        the text is to be run: returns "run" to empty the editor, or "line" to
//                        begin another line
//   recalled(by)         asks for an older (-1) or newer (1) line of the history
//   searched(text)       opens the search of the history, with text as its first search
//   complete(text, at)   returns {from, to, choices: [{label, text, ends, kind, detail}]}, or
//                        {waits: true}: then came() of the editor says when to ask again
//   phrases              the sentences of the editor itself
//   paint(text)          returns {tokens: "from to kind;…", faults: [{from, to, text}]}
import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  pickedCompletion,
  selectedCompletionIndex,
  setSelectedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import { bracketMatching } from "@codemirror/language";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { Annotation, Compartment, EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, Direction, EditorView, highlightSpecialChars, keymap, WidgetType } from "@codemirror/view";

// Longer text is not coloured. It was pasted, and is run rather than read.
const mostColoured = 20_000;

// fromOutside marks changes that come from the page, so that it is not told of them.
const fromOutside = Annotation.define();

// illegible are the characters that cannot be seen or that change the order of the characters
// around them. They are shown as escapes, as everywhere on the page.
const illegible = new RegExp(
  "(?!\n)\\p{Cc}|\\p{Cf}|\\p{Cn}|\\p{Co}|\\p{Cs}|\\p{Zl}|\\p{Zp}|(?! )\\p{Zs}|" +
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]",
  "gu",
);

// escaped returns the element that shows an illegible character.
function escaped(code, description) {
  const hex = code.toString(16);
  const [sign, digits] = code < 0x80 ? ["x", 2] : code <= 0xffff ? ["u", 4] : ["U", 8];
  const dom = document.createElement("span");
  dom.className = "cm-specialChar";
  dom.textContent = "\\" + sign + hex.padStart(digits, "0");
  dom.title = description;
  return dom;
}

// Each of them becomes an element, of which a browser can handle hundreds. After mostDrawn of them,
// the rest of the text is replaced by its length.
const mostDrawn = 200;

// Rest is the widget that says how long the rest of the text is.
class Rest extends WidgetType {
  constructor(length) {
    super();
    this.length = length;
  }
  eq(other) {
    return other.length === this.length;
  }
  toDOM(view) {
    const dom = document.createElement("span");
    dom.className = "cm-specialChar";
    dom.textContent = view.state.phrase("$ more characters", this.length);
    return dom;
  }
}

// folding hides the rest of a text with too many illegible characters.
const folding = StateField.define({
  create: folded,
  update: (value, tr) => (tr.docChanged ? folded(tr.state) : value),
  provide: (f) => [
    Prec.highest(EditorView.decorations.from(f)),
    EditorView.atomicRanges.of((view) => view.state.field(f)),
  ],
});

// folded returns the decoration of the text that is hidden.
function folded(state) {
  const text = state.doc.toString();
  let n = 0;
  for (const { index } of text.matchAll(illegible)) {
    if (++n <= mostDrawn) continue;
    return Decoration.set(Decoration.replace({ widget: new Rest(text.length - index) }).range(index, text.length));
  }
  return Decoration.none;
}

// fromRight matches text that is written from right to left. It is isolated from the text around
// it.
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}](?:[ \p{M}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])*\p{M}*/gu;

const isolate = Decoration.mark({ attributes: { dir: "rtl" }, bidiIsolate: Direction.RTL });

// isolating isolates that text.
const isolating = StateField.define({
  create: isolates,
  update: (value, tr) => (tr.docChanged ? isolates(tr.state) : value),
  provide: (f) => [
    Prec.highest(EditorView.decorations.from(f)), // around the colours
    EditorView.bidiIsolatedRanges.from(f),
  ],
});

// isolates returns the decorations of that text.
function isolates(state) {
  const text = state.doc.toString();
  return Decoration.set([...text.matchAll(fromRight)].map((m) => isolate.range(m.index, m.index + m[0].length)));
}

// painting returns a field that keeps and draws the tokens and faults of the text.
function painting(paint) {
  const read = (state) =>
    state.doc.length > mostColoured ? { tokens: "", faults: [] } : paint(state.doc.toString());
  const field = StateField.define({
    create: (state) => drawn(state, read(state)),
    update(value, tr) {
      // A reconfiguration changes the hint, which comes with another dialect.
      if (tr.docChanged || tr.reconfigured) return drawn(tr.state, read(tr.state));
      return tr.selection ? drawn(tr.state, value.made) : value;
    },
    provide: (f) => EditorView.decorations.from(f, (value) => value.decorations),
  });
  return field;
}

// drawn returns the decorations of tokens and faults. It leaves out a fault that the caret is at,
// since that part is being typed.
function drawn(state, made) {
  const caret = state.selection.main.head;
  const ranges = [];
  for (const token of made.tokens.split(";")) {
    if (token === "") continue;
    const [from, to, kind] = token.split(" ");
    ranges.push(Decoration.mark({ class: "t-" + kind }).range(+from, +to));
  }
  for (const { from, to, text } of made.faults) {
    if (from <= caret && caret <= to) continue;
    ranges.push(Decoration.mark({ class: "fault", attributes: { title: text } }).range(from, to));
  }
  return { made, decorations: Decoration.set(ranges, true) };
}

// refused marks the part of a command that was refused, until the text changes.
const refuse = StateEffect.define();
const refused = StateField.define({
  create: () => Decoration.none,
  update(marks, tr) {
    for (const effect of tr.effects) {
      if (effect.is(refuse)) {
        const { from, to, text } = effect.value;
        const line = Decoration.line({ class: "refused-line" }).range(tr.state.doc.lineAt(from).from);
        return Decoration.set([line, Decoration.mark({ class: "fault", attributes: { title: text } }).range(from, to)], true);
      }
    }
    return tr.docChanged ? Decoration.none : marks;
  },
  provide: (f) => EditorView.decorations.from(f),
});

// manyLines inserts several lines at once. The keyboard of a phone, or a tool, may insert them as
// if they were typed, which takes a browser seconds to draw line by line.
const manyLines = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (!event.inputType.startsWith("insert") || !event.data?.includes("\n")) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { scrollIntoView: true, userEvent: "input.paste" });
    return true;
  },
});

// hinting returns the extension that shows a hint while the text is empty.
function hinting(text) {
  const line = Decoration.set(Decoration.line({ attributes: { "data-hint": text } }).range(0));
  return [
    EditorView.contentAttributes.of({ "aria-placeholder": text }),
    EditorView.decorations.of((view) => (view.state.doc.length === 0 ? line : Decoration.none)),
  ];
}

// onEdge reports whether the caret is in the first line, for a negative by, or else in the last
// line.
function onEdge(state, by) {
  const { from, to } = state.selection.main;
  return by < 0 ? state.doc.lineAt(from).number === 1 : state.doc.lineAt(to).number === state.doc.lines;
}

// completing returns the extensions that offer completions at the caret, and came, which asks again
// for choices that were not available. Nothing is selected until the reader selects it, so that
// Enter runs what was typed.
function completing(go) {
  let again = null; // repeats the request that waits, null for none
  const source = (context) => {
    const text = context.state.doc.toString();
    if (text.length > mostColoured || (text.trim() === "" && !context.explicit)) return null;
    const ask = () => {
      const { waits, from, to, choices } = go.complete(text, context.pos);
      if (waits) return undefined;
      return choices.length === 0 ? null : { from, to, options: choices.map(option), filter: false };
    };
    const now = ask();
    if (now !== undefined) return now;
    return new Promise((resolve) => {
      again = () => {
        const found = ask();
        if (found === undefined) return;
        again = null;
        resolve(found);
      };
      context.addEventListener("abort", () => resolve(null));
    });
  };
  const offer = autocompletion({
    override: [source],
    activateOnCompletion: () => true, // offers what may follow
    activateOnTypingDelay: 50,
    defaultKeymap: false,
    icons: false,
    interactionDelay: 0,
    maxRenderedOptions: 60,
    optionClass: ({ type }) => "is-" + type,
    selectOnOpen: false,
  });
  return [[offer, doHeld], EditorState.phrases.of(go.phrases), Prec.highest(keymap.of(completionKeys)), { came: () => again?.() }];
}

// option returns one choice as CodeMirror expects it. ends says that a space has to follow the
// text.
function option({ label, text, ends, kind, detail }) {
  return {
    label,
    detail,
    type: kind,
    apply(view, completion, from, to) {
      const blank = ends && !/^\s/.test(view.state.sliceDoc(to, to + 1)) ? " " : "";
      view.dispatch({
        changes: { from, to, insert: text + blank },
        selection: { anchor: from + text.length + (ends ? 1 : 0) },
        annotations: pickedCompletion.of(completion),
        scrollIntoView: true,
        userEvent: "input.complete",
      });
    },
  };
}

// held are the actions of keys that were pressed while the completions of a view were being looked
// for. They are done when the completions have come.
let held = { view: null, keys: [] };

// orHeld returns a command that runs run, or holds it if run has nothing to do yet, completions are
// pending and means(view) is true.
const orHeld = (run, means) => (view) => {
  if (run(view)) return true;
  if (completionStatus(view.state) !== "pending" || !means(view)) return false;
  if (held.view !== view) held = { view, keys: [] };
  held.keys.push(run);
  return true;
};

// doHeld does the held actions when the completions are there, and drops them if the text has
// changed.
const doHeld = EditorView.updateListener.of(({ view, state, docChanged }) => {
  if (held.view !== view) return;
  const status = completionStatus(state);
  if (status === "pending" && !docChanged) return;
  const keys = docChanged || status === null ? [] : held.keys;
  held = { view: null, keys: [] };
  queueMicrotask(() => keys.forEach((run) => run(view))); // not allowed during an update
});

// takeFirst accepts the selected completion, or the first one.
function takeFirst(view) {
  if (completionStatus(view.state) !== "active") return false;
  if (selectedCompletionIndex(view.state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
  return acceptCompletion(view);
}

// moved returns a command that moves the selection. While the next completions are pending the
// earlier list remains visible, and the command is held.
const moved = (...by) => orHeld(moveCompletionSelection(...by), (view) => view.dom.querySelector(".cm-tooltip-autocomplete") !== null);

const completionKeys = [
  { key: "Ctrl-Space", run: startCompletion },
  { mac: "Alt-`", run: startCompletion },
  { key: "Escape", run: closeCompletion },
  { key: "ArrowDown", run: moved(true) },
  { key: "ArrowUp", run: moved(false) },
  { key: "PageDown", run: moved(true, "page") },
  { key: "PageUp", run: moved(false, "page") },
  { key: "Enter", run: orHeld(acceptCompletion, (view) => held.view === view) }, // only after the selection was moved
  { key: "Tab", run: orHeld(takeFirst, () => true) },
];

// put replaces the text by one from the page, and moves the caret to its end.
function put(view, text) {
  if (text !== view.state.doc.toString()) {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: fromOutside.of(true) });
  }
  view.dispatch({ selection: { anchor: view.state.doc.length }, scrollIntoView: true });
}

// keys returns the console's own key bindings.
function keys(go) {
  const recall = (by) => (view) => {
    if (!onEdge(view.state, by)) return false;
    go.recalled(by);
    return true;
  };
  return [
    {
      key: "Enter",
      run(view) {
        const end = view.state.doc.length;
        closeCompletion(view);
        switch (go.entered(view.state.doc.toString())) {
          case "run":
            put(view, "");
            break;
          case "line":
            view.dispatch({ changes: { from: end, insert: "\n" }, selection: { anchor: end + 1 }, scrollIntoView: true });
        }
        return true;
      },
      shift(view) {
        view.dispatch(view.state.replaceSelection("\n"), { scrollIntoView: true, userEvent: "input" });
        return true;
      },
    },
    { key: "ArrowUp", run: recall(-1) },
    { key: "ArrowDown", run: recall(1) },
    {
      key: "Ctrl-r",
      preventDefault: true,
      run(view) {
        closeCompletion(view);
        go.searched(view.state.doc.lines === 1 ? view.state.doc.toString() : "");
        return true;
      },
    },
    {
      key: "Escape",
      run(view) {
        view.contentDOM.blur();
        return true;
      },
    },
  ];
}

// mount puts an editor with the text of a field into parent, and moves the focus from the field to
// it. From then on, the field's property editor gives access to it.
function mount(parent, field, go) {
  const hint = new Compartment();
  let untold = 0; // changes that the page has not confirmed
  const [offer, phrases, choose, { came }] = completing(go);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: field.value,
      selection: { anchor: field.selectionStart, head: field.selectionEnd },
      extensions: [
        Prec.high(keymap.of(keys(go))),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        bracketMatching(),
        folding,
        highlightSpecialChars({ render: escaped, specialChars: illegible }),
        isolating,
        EditorView.lineWrapping,
        hint.of(hinting(field.placeholder)),
        painting(go.paint),
        refused,
        manyLines,
        offer,
        phrases,
        choose,
        EditorView.contentAttributes.of({
          "aria-label": field.getAttribute("aria-label"),
          autocapitalize: "off",
          autocorrect: "off",
          enterkeyhint: "go",
          spellcheck: "false",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((tr) => tr.annotation(fromOutside))) {
            untold++;
            go.typed(update.state.doc.toString());
          }
        }),
      ],
    }),
  });
  // A call into the Go program may let it do other work, also while the view is being updated. What
  // it asks of the view is therefore done afterwards.
  const soon = (f) => (...args) => queueMicrotask(() => field.editor && f(...args));
  field.editor = {
    text: () => view.state.doc.toString(),
    // A text of the page is older than changes that the page has not confirmed.
    set: soon((text) => untold === 0 && put(view, text)),
    told: () => untold--,
    enter: (text) => go.entered(text), // as if the editor had this text
    came: soon(came),
    mark: soon((from, to, text) =>
      view.dispatch({ effects: refuse.of({ from, to, text }), selection: { anchor: from }, scrollIntoView: true })),
    hint: soon((text) => view.dispatch({ effects: hint.reconfigure(hinting(text)) })),
    focus: soon(() => view.focus()),
    destroy: soon(() => {
      delete field.editor;
      view.destroy();
    }),
  };
  // The list scrolls, so it has to be focusable, even if the reader never focuses it.
  new MutationObserver(() => {
    const list = view.dom.querySelector("ul[role=listbox]");
    if (list !== null) list.tabIndex = 0;
  }).observe(view.dom, { childList: true, subtree: true });
  if (document.activeElement === field) view.focus();
}

globalThis.tabletopEditor = { mount };
