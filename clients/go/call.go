package posthorn

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"time"
)

const firstDelay = 250 * time.Millisecond

// request is a call without its options: what goes where on the wire.
type request struct {
	method, path string
	params       []string
	query, body  any
	file         *File
	// form is true if the file is sent in a form with the body.
	form       bool
	repeatable bool
}

func call[T any](ctx context.Context, c *Client, r request, opts []Option) (T, error) {
	var result T
	text, err := callText(ctx, c, r, opts)
	if err == nil {
		if fault := json.Unmarshal([]byte(text), &result); fault != nil {
			err = &Error{Code: "unexpected_answer", Message: "The response is not what the API describes: " + fault.Error()}
		}
	}
	return result, err
}

func callNothing(ctx context.Context, c *Client, r request, opts []Option) error {
	_, err := callText(ctx, c, r, opts)
	return err
}

func callText(ctx context.Context, c *Client, r request, opts []Option) (string, error) {
	timeout := c.Timeout
	if r.file != nil {
		timeout = time.Hour
	}
	var text []byte
	err := c.try(ctx, r, opts, func(send *http.Request) error {
		within, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		answer, err := c.send(send.WithContext(within))
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if text, err = io.ReadAll(answer.Body); err != nil {
			return c.noAnswer(err)
		}
		return nil
	})
	return string(text), err
}

func callDownload(ctx context.Context, c *Client, r request, opts []Option) (io.ReadCloser, error) {
	var file io.ReadCloser
	err := c.try(ctx, r, opts, func(send *http.Request) error {
		answer, err := c.send(send)
		if err == nil {
			file = answer.Body
		}
		return err
	})
	return file, err
}

// try sends a request, and again where repeating it is safe.
func (c *Client) try(ctx context.Context, r request, opts []Option, send func(*http.Request) error) error {
	build, err := c.prepare(ctx, r)
	if err != nil {
		return err
	}
	key := ""
	if r.repeatable {
		bytes := make([]byte, 16)
		if _, err := rand.Read(bytes); err != nil {
			return err
		}
		key = hex.EncodeToString(bytes)
	}
	for attempt := 1; ; attempt++ {
		request, err := build()
		if err != nil {
			return err
		}
		if key != "" {
			request.Header.Set("Idempotency-Key", key)
		}
		for _, opt := range opts {
			opt(request)
		}
		own := request.Header.Get("Idempotency-Key")
		if own != "" && !r.repeatable {
			return fmt.Errorf("posthorn: %s %s does not accept an Idempotency-Key", r.method, r.path)
		}
		err = send(request)
		safe := r.file == nil && (r.method == "GET" || r.method == "DELETE" || (r.method == "POST" && own != ""))
		var problem *Error
		if err == nil || !safe || !errors.As(err, &problem) || ctx.Err() != nil {
			return err
		}
		delay, again := c.delayAfter(attempt, problem)
		if !again {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(delay):
		}
	}
}

func (c *Client) delayAfter(attempt int, problem *Error) (time.Duration, bool) {
	passes := problem.Code == "no_answer" || problem.Code == "idempotency_in_progress"
	switch problem.Status {
	case 429, 502, 503, 504:
		passes = true
	}
	if !passes || attempt >= c.Attempts || problem.RetryAfter > c.LongestDelay {
		return 0, false
	}
	if problem.hasRetryAfter {
		// Waits slightly longer than requested, so that clients do not all retry together.
		most := math.Min(float64(firstDelay), float64(problem.RetryAfter))
		return problem.RetryAfter + time.Duration(mathrand.Float64()*most), true
	}
	ceiling := math.Min(float64(c.LongestDelay), float64(firstDelay)*math.Pow(2, float64(attempt-1)))
	return time.Duration(ceiling/2 + mathrand.Float64()*ceiling/2), true
}

func (c *Client) send(request *http.Request) (*http.Response, error) {
	if request.Header.Get("Authorization") == "" && c.Token != nil {
		if token := c.Token(); token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
	}
	answer, err := c.HTTP.Do(request)
	if err != nil {
		return nil, c.noAnswer(err)
	}
	if answer.StatusCode >= 200 && answer.StatusCode < 300 {
		return answer, nil
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	return nil, errorOf(answer, text)
}

func (c *Client) noAnswer(err error) *Error {
	return &Error{Code: "no_answer", Message: fmt.Sprintf("No response from %s: %v", c.base, err), cause: err}
}

// prepare returns a function that builds the request, once for each try.
func (c *Client) prepare(ctx context.Context, r request) (func() (*http.Request, error), error) {
	path, err := fill(r.path, r.params)
	if err != nil {
		return nil, err
	}
	query, err := writeQuery(r.query)
	if err != nil {
		return nil, err
	}
	var text []byte
	if r.body != nil && r.file == nil {
		if text, err = json.Marshal(r.body); err != nil {
			return nil, err
		}
	}
	return func() (*http.Request, error) {
		var body io.Reader
		contentType := ""
		switch {
		case r.form:
			body, contentType, err = writeForm(*r.file, r.body)
		case r.file != nil:
			body, contentType = r.file.Content, typeOf(*r.file)
		case text != nil:
			body, contentType = bytes.NewReader(text), "application/json"
		}
		if err != nil {
			return nil, err
		}
		request, err := http.NewRequestWithContext(ctx, r.method, c.base+path+query, body)
		if err != nil {
			return nil, err
		}
		request.Header.Set("Accept", "application/json, text/plain;q=0.5, */*;q=0.1")
		if contentType != "" {
			request.Header.Set("Content-Type", contentType)
		}
		return request, nil
	}, nil
}

func fill(template string, params []string) (string, error) {
	parts := strings.Split(template, "/")
	for place, part := range parts {
		if !strings.HasPrefix(part, "{") {
			continue
		}
		value, name, rest := params[0], part, ""
		if end := strings.Index(part, "}"); end >= 0 {
			name, rest = part[1:end], part[end+1:]
		}
		// `.` and `..` would lead to another URL, escaped or not.
		if value == "" || value == "." || value == ".." {
			return "", fmt.Errorf("posthorn: %s is required", name)
		}
		parts[place], params = url.PathEscape(value)+rest, params[1:]
	}
	return strings.Join(parts, "/"), nil
}

// writeQuery writes one pair for each item of a list, and `name[member]` for each member of an object.
func writeQuery(query any) (string, error) {
	fields, err := fieldsOf(query)
	if err != nil || len(fields) == 0 {
		return "", err
	}
	values := url.Values{}
	for name, value := range fields {
		switch value := value.(type) {
		case nil:
		case []any:
			for _, one := range value {
				values.Add(name, fmt.Sprint(one))
			}
		case map[string]any:
			for member, one := range value {
				values.Add(name+"["+member+"]", fmt.Sprint(one))
			}
		default:
			values.Add(name, fmt.Sprint(value))
		}
	}
	return "?" + values.Encode(), nil
}

// fieldsOf reads a struct as its JSON says, with numbers as they are written.
func fieldsOf(value any) (map[string]any, error) {
	if value == nil {
		return nil, nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var fields map[string]any
	return fields, decoder.Decode(&fields)
}

// writeForm writes the fields before the file, so that the service knows them before the file arrives.
func writeForm(file File, fields any) (io.Reader, string, error) {
	values, err := fieldsOf(fields)
	if err != nil {
		return nil, "", err
	}
	head := &bytes.Buffer{}
	form := multipart.NewWriter(head)
	for name, value := range values {
		if value == nil {
			continue
		}
		if err := form.WriteField(name, fmt.Sprint(value)); err != nil {
			return nil, "", err
		}
	}
	name := strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A").Replace(file.Name)
	_, err = form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="file"; filename="%s"`, name)},
		"Content-Type":        {typeOf(file)},
	})
	tail := strings.NewReader("\r\n--" + form.Boundary() + "--\r\n")
	return io.MultiReader(head, file.Content, tail), form.FormDataContentType(), err
}

func typeOf(file File) string {
	if file.ContentType == "" {
		return "application/octet-stream"
	}
	return file.ContentType
}
