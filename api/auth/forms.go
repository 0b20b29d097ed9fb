package auth

// forms are the fields of an account in the form in which they are kept.
type forms struct {
	name        *string
	username    *username
	password    *string // prepared
	oldPassword *string // as given: its shape is part of whether it is right
}

type username struct{ shown, key string }

// checkForms looks at each field by itself, in the order name, username, password.
func checkForms(ch AccountChange) (forms, error) {
	f := forms{oldPassword: ch.OldPassword}
	if ch.Name != nil {
		name, err := CheckName(*ch.Name)
		if err != nil {
			return forms{}, err
		}
		f.name = &name
	}
	if ch.Username != nil {
		shown, key, err := checkUsername(*ch.Username)
		if err != nil {
			return forms{}, err
		}
		f.username = &username{shown: shown, key: key}
	}
	if ch.Password != nil {
		prepared, problem := preparePassword(*ch.Password)
		if problem != "" {
			return forms{}, malformed("password", problem)
		}
		f.password = &prepared
	}
	if ch.OldPassword != nil && ch.Password == nil {
		return forms{}, malformed("password", Missing)
	}
	return f, nil
}

// bothOrNeither holds for an account without username: only together do username and password register it.
func (f forms) bothOrNeither() error {
	switch {
	case f.username == nil && f.password != nil:
		return malformed("username", Missing)
	case f.username != nil && f.password == nil:
		return malformed("password", Missing)
	}
	return nil
}
