package posthorn

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Error is an error from the service, or a missing response. Programs switch on Code.
//
// The client adds three codes: no_answer (status 0), unexpected_answer (something other than Posthorn responded) and
// webhook_signature_invalid (see VerifyWebhook).
type Error struct {
	Code      string
	Status    int
	Message   string
	RequestID string
	// Errors and Warnings name the fields of the request that are at fault.
	Errors   []Fault
	Warnings []Fault
	// RetryAfter is the time to wait before the next try, or 0.
	RetryAfter time.Duration

	hasRetryAfter bool
	cause         error
}

// Fault is one thing that is wrong with a request.
type Fault struct {
	Path    string         `json:"path"`
	Code    string         `json:"code"`
	Message string         `json:"message"`
	Fix     string         `json:"fix,omitempty"`
	Params  map[string]any `json:"params,omitempty"`
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Unwrap returns the cause of a missing response.
func (e *Error) Unwrap() error { return e.cause }

func errorOf(answer *http.Response, text []byte) *Error {
	result := &Error{Status: answer.StatusCode}
	if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil {
		result.RetryAfter, result.hasRetryAfter = time.Duration(seconds)*time.Second, true
	} else if at, err := http.ParseTime(answer.Header.Get("Retry-After")); err == nil {
		if wait := time.Until(at); wait > 0 {
			result.RetryAfter = wait
		}
		result.hasRetryAfter = true
	}
	var problem struct {
		Code         string   `json:"code"`
		Detail       string   `json:"detail"`
		RequestID    string   `json:"requestId"`
		Errors       []Fault  `json:"errors"`
		Warnings     []Fault  `json:"warnings"`
		RetryAfterMs *float64 `json:"retryAfterMs"`
	}
	isJSON := strings.Contains(answer.Header.Get("Content-Type"), "json")
	if !isJSON || json.Unmarshal(text, &problem) != nil || problem.Code == "" {
		if len(text) > 200 {
			text = text[:200]
		}
		result.Code = "unexpected_answer"
		result.Message = fmt.Sprintf("Unexpected response with status %d, not from Posthorn: %s", result.Status, text)
		return result
	}
	result.Code, result.Message, result.RequestID = problem.Code, problem.Detail, problem.RequestID
	result.Errors, result.Warnings = problem.Errors, problem.Warnings
	if problem.RetryAfterMs != nil {
		result.RetryAfter = time.Duration(*problem.RetryAfterMs * float64(time.Millisecond))
		result.hasRetryAfter = true
	}
	return result
}
