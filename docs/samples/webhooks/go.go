// Receives Posthorn's webhooks and accepts only signed ones. Requires only Go 1.19 or newer.
//
//	POSTHORN_WEBHOOK_SECRET=whsec_… PORT=3000 go run go.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	tolerance = 300 * time.Second
	maxBytes  = 1 << 20
)

var wholeSeconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// isSigned checks Standard Webhooks: webhook-signature covers the ID, the time and the bytes. The key is the base64
// after whsec_. Prefer this signature: it includes the time, so no one can replay a webhook later.
func isSigned(secret string, headers http.Header, bytes []byte, now time.Time) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	if !wholeSeconds.MatchString(timestamp) {
		return false
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	if off := now.Sub(time.Unix(seconds, 0)); off > tolerance || off < -tolerance {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(bytes)
	right := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// While one secret replaces another there are several.
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(right)) {
			return true
		}
	}
	return false
}

// isSignedOverBody checks X-service-Signature, which covers only the bytes. The key is the secret's full text,
// including whsec_.
func isSignedOverBody(secret string, headers http.Header, bytes []byte) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(bytes)
	right := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	// The second one is by the secret before, while that is still good.
	for _, name := range []string{"X-service-Signature", "X-service-Signature-Previous"} {
		if hmac.Equal([]byte(headers.Get(name)), []byte(right)) {
			return true
		}
	}
	return false
}

type event struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	CreatedAt time.Time       `json:"createdAt"`
	Data      json.RawMessage `json:"data"`
}

// The same event may arrive more than once. Store these IDs in your database, so that they survive a restart.
var seen sync.Map

func main() {
	secret, port := os.Getenv("POSTHORN_WEBHOOK_SECRET"), os.Getenv("PORT")
	if !strings.HasPrefix(secret, "whsec_") {
		log.Fatal("POSTHORN_WEBHOOK_SECRET must be the secret of the endpoint.")
	}
	if port == "" {
		port = "3000"
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		// The bytes as they came: JSON that was read and written again is something else.
		bytes, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBytes))
		if err != nil {
			http.Error(response, "too long", http.StatusRequestEntityTooLarge)
			return
		}
		if !isSigned(secret, request.Header, bytes, time.Now()) {
			http.Error(response, "not signed", http.StatusUnauthorized)
			return
		}
		var one event
		if err := json.Unmarshal(bytes, &one); err != nil {
			http.Error(response, "no event", http.StatusBadRequest)
			return
		}
		if _, known := seen.LoadOrStore(one.ID, true); !known {
			log.Println(one.Type, one.ID)
		}
		response.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
