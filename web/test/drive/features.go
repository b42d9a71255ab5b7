package drive

// NotNeeded are features of Chromium to do without: those of chromedp's list, and pages
// of its own for the address bar, of which each window has two that take as long to start
// as ours, beside ours.
const NotNeeded = "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
