package ui

// YieldToBrowser is called before each part of the page and each button is drawn, and only during a
// drawing. The page in the browser sets it, at its start only, to a function that lets the
// browser handle its events if the drawing has taken long; else it does nothing.
var YieldToBrowser = func() {}
