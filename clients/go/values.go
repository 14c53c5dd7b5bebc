package posthorn

import (
	"encoding/json"
	"io"
)

// Ptr returns a pointer to a value, for an optional field.
func Ptr[T any](value T) *T { return &value }

// Null is a field that can be left out, null, or a value. A nil *Null leaves the field out.
type Null[T any] struct {
	Value T
	// Valid is false for null.
	Valid bool
}

// Value returns a field with a value.
func Value[T any](value T) *Null[T] { return &Null[T]{Value: value, Valid: true} }

// SetNull returns a field that is sent as null, which clears it.
func SetNull[T any]() *Null[T] { return &Null[T]{} }

// MarshalJSON writes the value or null.
func (n Null[T]) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	return json.Marshal(n.Value)
}

// UnmarshalJSON reads the value or null.
func (n *Null[T]) UnmarshalJSON(text []byte) error {
	n.Valid = string(text) != "null"
	if !n.Valid {
		return nil
	}
	return json.Unmarshal(text, &n.Value)
}

// File is a file to send. Content is read once, so a call with a file is tried once.
type File struct {
	Name        string
	ContentType string
	Content     io.Reader
}

// orNil returns nil for a nil pointer, which is not the same inside an interface.
func orNil[T any](value *T) any {
	if value == nil {
		return nil
	}
	return value
}
