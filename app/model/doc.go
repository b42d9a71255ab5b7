// Package model is the page as a pure function: a [State], the messages that
// change it and the effects that a change asks for. It draws nothing and knows
// no browser; every effect is data that the shell carries out, and what comes
// of it returns as a message.
package model
