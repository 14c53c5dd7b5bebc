<?php
// Receives Posthorn's webhooks and accepts only signed ones. Requires only PHP 8.
//
//   POSTHORN_WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:3000 php.php

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/**
 * Standard Webhooks: webhook-signature covers the ID, the time and the bytes. The key is the base64 after whsec_.
 * Prefer this signature: it includes the time, so no one can replay a webhook later.
 *
 * @param array<string, string> $headers with lowercase names
 */
function is_signed(string $secret, array $headers, string $bytes, ?int $now = null): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $now ??= time();
    if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1 || abs($now - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = (string) base64_decode(substr($secret, strlen('whsec_')), true);
    $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$bytes", $key, true));
    // During a rotation of the secret there are several.
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($right, $given)) {
            return true;
        }
    }
    return false;
}

/**
 * X-service-Signature covers only the bytes. The key is the secret's full text, including whsec_.
 *
 * @param array<string, string> $headers with lowercase names
 */
function is_signed_over_body(string $secret, array $headers, string $bytes): bool
{
    $right = 'sha256=' . hash_hmac('sha256', $bytes, $secret);
    // The second one uses the previous secret, while it is valid.
    foreach (['x-service-signature', 'x-service-signature-previous'] as $name) {
        if (hash_equals($right, $headers[$name] ?? '')) {
            return true;
        }
    }
    return false;
}

if (PHP_SAPI === 'cli') {
    return; // Read for its functions.
}

$secret = (string) getenv('POSTHORN_WEBHOOK_SECRET');
if (!str_starts_with($secret, 'whsec_')) {
    error_log('POSTHORN_WEBHOOK_SECRET must be the secret of the endpoint.');
    http_response_code(500);
    exit;
}
$headers = array_change_key_case(getallheaders(), CASE_LOWER);
// The bytes as received: parsed and rewritten JSON may differ.
$bytes = (string) file_get_contents('php://input');
if (!is_signed($secret, $headers, $bytes)) {
    http_response_code(401);
    exit;
}
$event = json_decode($bytes, true, 512, JSON_THROW_ON_ERROR);
// The same event may arrive more than once: insert $event['id'] into a table where it is unique, and ignore conflicts.
error_log("{$event['type']} {$event['id']}");
http_response_code(204);
