package i18n

// The sentences come with [Load]: the program holds none.
var spoken, page, authors = sentences{}, sentences{}, sentences{}
