package ui

// Breathe is called before each part of the page, and each button, is drawn, while it is
// drawn and nowhere else. While the page starts it gives the browser a turn where drawing
// has taken long, so that scrolling and typing do not wait for all of it.
var Breathe = func() {}
