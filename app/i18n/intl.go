package i18n

// intl is what is known of languages beyond their sentences.
var intl interface {
	plural(lang string, n int64) string
} = plain{}
