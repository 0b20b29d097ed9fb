package auth

// forms are the fields of an account in the form in which they are kept.
type forms struct {
	name        *string
	username    *username
	password    *string // prepared
	oldPassword *string // as given: its shape is part of whether it is right
}

type username struct{ shown, key string }

// Malformed returns the *FieldError of kind ErrMalformed of a change that is one whoever asks for it, or nil.
func (ch AccountChange) Malformed() error {
	_, err := checkPasswords(ch)
	return err
}

// checkPasswords prepares the passwords of a change.
func checkPasswords(ch AccountChange) (forms, error) {
	f := forms{oldPassword: ch.OldPassword}
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

// checkForms looks at each field by itself: first at what is malformed, then at the names.
func checkForms(ch AccountChange) (forms, error) {
	f, err := checkPasswords(ch)
	if err != nil {
		return forms{}, err
	}
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
	return f, nil
}

// bothOrNeither holds for an account without username: only together do username and password register it.
func bothOrNeither(username, password bool) error {
	switch {
	case !username && password:
		return malformed("username", Missing)
	case username && !password:
		return malformed("password", Missing)
	}
	return nil
}
