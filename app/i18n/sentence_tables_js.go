package i18n

// The tables are empty until [LoadLanguage] adds a language.
var spoken, page, authors = sentences{}, sentences{}, sentences{}
