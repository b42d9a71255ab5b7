package advise

import (
	"slices"
	"strings"
)

// personalFields are usual names of fields with personal data.
var personalFields = []string{
	"email", "e_mail", "email_address", "phone_number", "phonenumber", "msisdn", "ssn", "surname", "lastname", "last_name",
	"firstname", "first_name", "fullname", "full_name", "birthday", "birthdate", "birth_date", "passport", "credit_card",
}

// personal finds personal data in a key or in the name of a family: an e-mail address, a
// telephone number with a plus before it, three or more numbers in the form 555-010-0199,
// or a field with the name of such data. It needs one row or one family.
func (r *reviewer) personal(t *Table, segments []segment) {
	if len(t.Keys) > 0 || len(t.Families) > 0 {
		r.check(PersonalData)
	}
	mails, phones, sure := 0, 0, false
	mail, phone := "", ""
	for _, k := range t.Keys {
		if hasMail(string(k)) {
			if mails++; mails == 1 {
				mail = string(k)
			}
		}
	}
	for i := range segments {
		for _, v := range segments[i].values {
			if is, plus := isPhone(v); is {
				if phones++; phones == 1 {
					phone = v
				}
				sure = sure || plus
			}
		}
	}
	switch {
	case mails > 0:
		r.find(PersonalData, t.Name, mail, "mail", itoa(mails), "")
	case sure || phones >= 3:
		r.find(PersonalData, t.Name, phone, "phone", itoa(phones), "")
	case len(t.Keys) > 0:
		for i, s := range segments {
			// The field counts only if the key has its value, and not a hash of it.
			if slices.Contains(personalFields, strings.ToLower(s.field)) && t.Template.Steps()[i].KeepsWholeValue() {
				r.find(PersonalData, t.Name, string(t.Keys[0]), "field", itoa(len(s.values)), s.field)
				break
			}
		}
	}
	for _, f := range t.Families {
		if is, _ := isPhone(string(f.Name)); is {
			r.find(PersonalData, t.Name, string(f.Name), "family", "", string(f.Name))
		}
	}
}

// hasMail reports whether a key contains an e-mail address.
func hasMail(key string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	const local, domain = letters + "0123456789._%+-", letters + "0123456789.-"
	for at := range len(key) {
		if key[at] != '@' || at == 0 || !strings.Contains(local, key[at-1:at]) {
			continue
		}
		host := key[at+1:]
		host = host[:len(host)-len(strings.TrimLeft(host, domain))]
		dot := strings.LastIndexByte(host, '.')
		if dot > 0 && len(host)-dot > 2 && strings.Trim(host[dot+1:], letters) == "" {
			return true
		}
	}
	return false
}

// isPhone reports whether a text is a telephone number. plus reports whether it begins
// with a plus sign, and so is certainly one.
func isPhone(s string) (ok, plus bool) {
	rest, plus := strings.CutPrefix(s, "+")
	if plus {
		digits := strings.Map(func(c rune) rune {
			if strings.ContainsRune(" -.()", c) {
				return -1
			}
			return c
		}, rest)
		return isNumber(digits) && len(digits) >= 8 && len(digits) <= 15, true
	}
	parts := strings.FieldsFunc(s, func(c rune) bool { return c == '-' || c == '.' })
	return len(parts) == 3 && len(s) == 12 && len(parts[0]) == 3 && len(parts[1]) == 3 && isNumber(strings.Join(parts, "")), false
}
