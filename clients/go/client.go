// Package posthorn is a typed client for Posthorn, with a method for each operation of its API.
package posthorn

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client calls one installation. Its methods have the names of the operations in the OpenAPI document.
type Client struct {
	// Token returns the API key or identity token. It is called before each try.
	Token func() string
	// HTTP sends the requests. It must not follow redirects, or a token could reach another host.
	HTTP *http.Client
	// Timeout of each try, unless the call sends or receives a file.
	Timeout time.Duration
	// Attempts is the most tries of a call that can be repeated.
	Attempts int
	// LongestDelay between two tries.
	LongestDelay time.Duration

	base string
}

// Each iterates over all items of paginated operations. It fetches a page when the previous one is used up.
type Each struct{ client *Client }

// New returns a client for the installation at a URL, such as https://posthorn.example.com.
func New(installation, token string) (*Client, error) {
	parsed, err := url.Parse(installation)
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") || parsed.Host == "" {
		return nil, fmt.Errorf("posthorn: New needs the URL of the installation, such as https://posthorn.example.com")
	}
	return &Client{
		Token: func() string { return token },
		HTTP: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}},
		Timeout:      30 * time.Second,
		Attempts:     4,
		LongestDelay: 30 * time.Second,
		base:         strings.TrimRight(installation, "/"),
	}, nil
}

// Each returns an iterator for each paginated operation.
func (c *Client) Each() Each { return Each{c} }

// Option changes one call.
type Option func(*http.Request)

// IdempotencyKey sets your own key, to repeat a call in a later run. By default, the client generates one.
func IdempotencyKey(key string) Option { return Header("Idempotency-Key", key) }

// IfMatch sets the ETag that was read. The call fails with precondition_failed if the object has changed since.
func IfMatch(etag string) Option { return Header("If-Match", etag) }

// Header sets a header of the request.
func Header(name, value string) Option {
	return func(request *http.Request) { request.Header.Set(name, value) }
}
