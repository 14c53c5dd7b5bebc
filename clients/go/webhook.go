package posthorn

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const webhookTolerance = 5 * time.Minute

// WebhookEvent is an event as a webhook delivers it. Decode Data by Type.
type WebhookEvent struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	CreatedAt time.Time       `json:"createdAt"`
	Data      json.RawMessage `json:"data"`
}

// VerifyWebhook verifies the signature of a webhook over its raw body, and returns its event. Pass several secrets during
// a rotation.
//
// If the signature is invalid, the error has the code webhook_signature_invalid: respond with 401, and ignore the request.
func VerifyWebhook(body []byte, header http.Header, now time.Time, secrets ...string) (WebhookEvent, error) {
	var event WebhookEvent
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	signatures := header.Get("Webhook-Signature")
	if id == "" || timestamp == "" || signatures == "" {
		return event, signatureInvalid("A webhook header is missing.")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := now.Sub(time.Unix(seconds, 0))
	if err != nil || age > webhookTolerance || age < -webhookTolerance {
		return event, signatureInvalid("The timestamp differs too much from the current time.")
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return event, errors.New("posthorn: the secret must be whsec_ followed by base64")
		}
		sum := hmac.New(sha256.New, key)
		sum.Write([]byte(id + "." + timestamp + "."))
		sum.Write(body)
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(sum.Sum(nil)))
		for _, one := range strings.Fields(signatures) {
			if hmac.Equal(expected, []byte(one)) {
				return event, json.Unmarshal(body, &event)
			}
		}
	}
	return event, signatureInvalid("No signature matches the secret.")
}

func signatureInvalid(message string) *Error {
	return &Error{Code: "webhook_signature_invalid", Message: message}
}
