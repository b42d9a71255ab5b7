// Package reference is what the Reference page says: an entry for every command of
// both dialects, every filter, every limit and every term. It is made of the tables
// that the engine itself works with; its sentences are those of app/i18n.
package reference
