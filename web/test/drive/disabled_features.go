package drive

// DisabledFeatures are features of Chromium that tests turn off: those that chromedp turns off by
// default, and the pages of the address bar. Each window has two such pages, which take as long
// to start as the site's page and would compete with it.
const DisabledFeatures = "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
